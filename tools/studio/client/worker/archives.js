/** The archives of files that Python in the browser brings: see `browser/compiling.py`. */

/**
 * @typedef {object} Files  what is used of the file system that Pyodide keeps in memory
 * @property {(path: string) => void} mkdirTree
 * @property {(folder: string, name: string, data: Uint8Array, canRead: boolean, canWrite: boolean, canOwn: boolean) => void} createDataFile
 */

/** The bytes behind a stream of gzip. @param {ReadableStream<Uint8Array<ArrayBuffer>>} stream @returns {Promise<Uint8Array<ArrayBuffer>>} */
export async function unpacked(stream) {
    return new Uint8Array(await new Response(stream.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer());
}

/**
 * Lays out the files of an archive below a folder. Nothing is copied: each file is a piece of the archive.
 *
 * @param {Files} files @param {string} folder @param {Uint8Array<ArrayBuffer>} archive
 */
export function layOut(files, folder, archive) {
    const length = new DataView(archive.buffer, archive.byteOffset).getUint32(0, true);
    /** @type {[string, number][]} */
    const index = JSON.parse(new TextDecoder().decode(archive.subarray(4, 4 + length)));
    const known = new Set();
    let at = 4 + length;
    for (const [path, size] of index) {
        const slash = path.lastIndexOf("/"), place = slash < 0 ? folder : `${folder}/${path.slice(0, slash)}`;
        if (!known.has(place)) files.mkdirTree(place);
        known.add(place);
        files.createDataFile(place, path.slice(slash + 1), archive.subarray(at, at + size), true, true, true);
        at += size;
    }
}
