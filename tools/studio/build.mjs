/**
 * Makes the studio's page of our modules and the packages of npm, into `built`. What packing.py has put into
 * `built/python` stays.
 */

import {cp, mkdir, readdir, rm} from "node:fs/promises";
import {build} from "esbuild";

const OUT = "built";

await mkdir(OUT, {recursive: true});
for (const each of await readdir(OUT)) if (each !== "python") await rm(`${OUT}/${each}`, {recursive: true, force: true});
const how = {outdir: OUT, bundle: true, minify: true, format: "esm", target: "es2023", charset: "utf8", legalComments: "linked"};
await build({
    entryPoints: {
        studio: "client/studio.js", "studio.style": "client/studio.css",
        table: "client/table_frame.js", "table.style": "client/table_frame.css",
    },
    splitting: true, ...how,
});
await build({entryPoints: {worker: "client/worker/main.js", work: "client/worker/work.js", service: "client/worker/service.js"}, ...how});
for (const each of ["index.html", "table.html"]) await cp(`client/${each}`, `${OUT}/${each}`);
