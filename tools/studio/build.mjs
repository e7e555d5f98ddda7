/** Makes the studio's page of our modules and the packages of npm, into `built`. */

import {cp, mkdir, rm} from "node:fs/promises";
import {build} from "esbuild";

const OUT = "built";

await rm(OUT, {recursive: true, force: true});
await mkdir(OUT, {recursive: true});
await build({
    entryPoints: {
        studio: "client/studio.js", "studio.style": "client/studio.css",
        table: "client/table_frame.js", "table.style": "client/table_frame.css",
    },
    outdir: OUT, bundle: true, splitting: true, minify: true, format: "esm", target: "es2023", charset: "utf8", legalComments: "linked",
});
for (const each of ["index.html", "table.html"]) await cp(`client/${each}`, `${OUT}/${each}`);
