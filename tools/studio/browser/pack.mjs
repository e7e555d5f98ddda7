/**
 * Packs files for Python in the browser, with that Python: `node pack.mjs PLAN`. PLAN is JSON: for each archive how it
 * is made (`pack` or `zipped` of compiling.py), of what, and where it is written.
 */

import {readFileSync, writeFileSync} from "node:fs";
import {fileURLToPath} from "node:url";
import {loadPyodide} from "../node_modules/pyodide/pyodide.mjs";

const plan = JSON.parse(readFileSync(process.argv[2], "utf8"));
// which columns a line of code stood in takes a fifth of the room, and nobody reads it
const pyodide = await loadPyodide({env: {PYTHONNODEBUGRANGES: "1"}});
const folder = fileURLToPath(new URL(".", import.meta.url));
const compiling = pyodide.runPython(`
import sys, types
compiling = types.ModuleType("compiling")
exec(compile(source, "compiling.py", "exec"), compiling.__dict__)
compiling
`, {globals: pyodide.toPy({source: readFileSync(`${folder}compiling.py`, "utf8")})});
process.on("uncaughtException", (fault) => { // the line of Pyodide where it came up has a million letters
    process.stderr.write(`${fault.message}\n`);
    process.exit(1);
});
for (const each of plan) {
    let made;
    if (each.how === "zipped") {
        made = compiling.zipped(pyodide.toPy(new Uint8Array(readFileSync(each.of))).tobytes(), each.leftOut);
    } else {
        pyodide.FS.mkdirTree("/packed");
        pyodide.FS.mount(pyodide.FS.filesystems.NODEFS, {root: each.of}, "/packed");
        made = compiling.pack("/packed", each.kept, each.documented);
        pyodide.FS.unmount("/packed");
    }
    writeFileSync(each.out, made.toJs());
    made.destroy();
}
