/** The archives of files that Python in the browser brings: see `browser/compiling.py`. */

/**
 * @typedef {{contents: Uint8Array, usedBytes: number}} FileNode
 * @typedef {{node_ops: {mknod: (folder: FolderNode, name: string, mode: number, device: number) => FileNode}}} FolderNode
 *
 * @typedef {object} Files  what is used of the file system that Pyodide keeps in memory
 * @property {(path: string) => void} mkdirTree
 * @property {(path: string) => {node: FolderNode}} lookupPath
 */

/** A file that its owner may write to, as the system calls it. */
const FILE = 0o100644;

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
    /** @type {Map<string, FolderNode>} */
    const known = new Map();
    let at = 4 + length;
    for (const [path, size] of index) {
        const slash = path.lastIndexOf("/"), place = slash < 0 ? folder : `${folder}/${path.slice(0, slash)}`;
        let node = known.get(place);
        if (!node) {
            files.mkdirTree(place);
            known.set(place, node = files.lookupPath(place).node);
        }
        const file = node.node_ops.mknod(node, path.slice(slash + 1), FILE, 0);
        [file.contents, file.usedBytes] = [archive.subarray(at, at + size), size];
        at += size;
    }
}
