/** Files that somebody brings: chosen, dropped, or in a folder of the disk. Only those that a ruleset has are taken. */

import {toBase64} from "./bytes.js";
import {isPath} from "./link.js";

const MOST_FILES = 1000, MOST_BYTES = 12 * 1024 * 1024;
const TEXTS = /\.(?:ya?ml|csv|tsv|lock|json|md|txt)$|(?:^|\/)LICENSE$/i;

/** @typedef {{files: Record<string, string>, binary: Record<string, string>}} Brought */

/** Whether the browser lets a page have a folder of the disk. */
export function hasFolders() {
    return "showDirectoryPicker" in window;
}

/** Whether something is a package. @param {File} file */
export function isPackage(file) {
    return file.name.endsWith(".yupana");
}

/** @param {Iterable<[string, File]>} found  by their paths @returns {Promise<Brought>} */
export async function read(found) {
    /** @type {Brought} */
    const brought = {files: {}, binary: {}};
    let many = 0, size = 0;
    for (const [path, file] of found) {
        if (!isPath(path.normalize("NFC"))) continue;
        many += 1;
        size += file.size;
        if (many > MOST_FILES || size > MOST_BYTES) throw new Error("studio_too_large");
        if (TEXTS.test(path)) brought.files[path.normalize("NFC")] = (await file.text()).replace(/^\ufeff/, "");
        else brought.binary[path.normalize("NFC")] = toBase64(new Uint8Array(await file.arrayBuffer()));
    }
    if (!many) throw new Error("studio_no_rules_there");
    return brought;
}

/** What somebody chose in a field for files. @param {FileList} files */
export function chosen(files) {
    return read([...files].map((each) => /** @type {[string, File]} */ ([each.webkitRelativePath || each.name, each])));
}

/** A folder of the disk, as somebody chooses it; null where they choose none. @param {"read" | "readwrite"} mode @returns {Promise<any>} */
export async function pickFolder(mode) {
    try {
        return await /** @type {any} */ (window).showDirectoryPicker({mode});
    } catch (fault) {
        if (fault instanceof DOMException && fault.name === "AbortError") return null;
        throw fault;
    }
}

/** What is in a folder of the disk. @param {any} folder */
export async function folderRead(folder) {
    /** @type {[string, File][]} */
    const found = [];
    const walk = async (/** @type {any} */ inside, /** @type {string} */ before, /** @type {number} */ deep) => {
        for await (const [name, each] of inside.entries()) {
            if (name.startsWith(".") || found.length > MOST_FILES) continue;
            if (each.kind === "file") found.push([before + name, await each.getFile()]);
            else if (deep < 5 && name !== "node_modules") await walk(each, `${before}${name}/`, deep + 1);
        }
    };
    await walk(folder, "", 1);
    return read(found);
}

/** Write files into a folder of the disk. @param {any} folder @param {Record<string, Uint8Array>} files */
export async function folderWrite(folder, files) {
    for (const [path, data] of Object.entries(files)) {
        const parts = path.split("/"), name = /** @type {string} */ (parts.pop());
        let inside = folder;
        for (const part of parts) inside = await inside.getDirectoryHandle(part, {create: true});
        const stream = await (await inside.getFileHandle(name, {create: true})).createWritable();
        await stream.write(data);
        await stream.close();
    }
}
