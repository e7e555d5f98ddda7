/** Folders of the file system that Pyodide keeps in memory, as lists of files, and back. */

/**
 * @typedef {object} FileSystem  what is used of it
 * @property {(path: string) => void} mkdirTree
 * @property {(path: string) => string[]} readdir
 * @property {(path: string) => {mode: number, mtime: Date}} stat
 * @property {(mode: number) => boolean} isDir
 * @property {(path: string) => {exists: boolean}} analyzePath
 * @property {(path: string) => Uint8Array} readFile
 * @property {(path: string, data: Uint8Array) => void} writeFile
 * @property {(path: string, read: number, written: number) => void} utime
 *
 * @typedef {{path: string, data: Uint8Array, time: number}} File
 */

/** The names in a folder. @param {FileSystem} files @param {string} folder @returns {string[]} */
export function entries(files, folder) {
    if (!files.analyzePath(folder).exists) return [];
    return files.readdir(folder).filter((name) => name !== "." && name !== "..").sort();
}

/** All files below a folder, by their paths there. @param {FileSystem} files @param {string} folder @param {string} [below] @returns {File[]} */
export function filesBelow(files, folder, below = "") {
    return entries(files, folder).flatMap((name) => {
        const place = `${folder}/${name}`, path = below + name, {mode, mtime} = files.stat(place);
        return files.isDir(mode) ? filesBelow(files, place, `${path}/`) : [{path, data: files.readFile(place), time: mtime.getTime()}];
    });
}

/** Writes files below a folder. @param {FileSystem} files @param {string} folder @param {File[]} given */
export function take(files, folder, given) {
    files.mkdirTree(folder);
    for (const {path, data, time} of given) {
        const place = `${folder}/${path}`;
        files.mkdirTree(place.slice(0, place.lastIndexOf("/")));
        files.writeFile(place, data);
        files.utime(place, time, time);
    }
}
