/** Files as a zip archive, which any system unpacks. Nothing is compressed. */

const CRC = Uint32Array.from({length: 256}, (_, number) => {
    let found = number;
    for (let bit = 0; bit < 8; bit++) found = found & 1 ? 0xedb88320 ^ (found >>> 1) : found >>> 1;
    return found;
});
/** 1 January 1980, the first day that the format knows. */
const DAY = 0x21, UTF8 = 0x800, VERSION = 20;

/** @param {Uint8Array} bytes */
function crc32(bytes) {
    let found = 0xffffffff;
    for (const byte of bytes) found = CRC[(found ^ byte) & 0xff] ^ (found >>> 8);
    return (found ^ 0xffffffff) >>> 0;
}

/** Numbers of two (0) or four (1) bytes. @param {...[number, 0 | 1]} numbers */
function numbers(...numbers) {
    const bytes = new Uint8Array(numbers.reduce((length, [, wide]) => length + (wide ? 4 : 2), 0)), view = new DataView(bytes.buffer);
    let at = 0;
    for (const [number, wide] of numbers) {
        if (wide) view.setUint32(at, number, true);
        else view.setUint16(at, number, true);
        at += wide ? 4 : 2;
    }
    return bytes;
}

/** @param {Record<string, Uint8Array>} files  by their paths @returns {Uint8Array<ArrayBuffer>} */
export function zip(files) {
    /** @type {Uint8Array[]} */
    const parts = [];
    /** @type {Uint8Array[]} */
    const list = [];
    let at = 0, listed = 0;
    for (const [path, data] of Object.entries(files)) {
        const name = new TextEncoder().encode(path), sum = crc32(data);
        const head = numbers([0x04034b50, 1], [VERSION, 0], [UTF8, 0], [0, 0], [0, 0], [DAY, 0], [sum, 1], [data.length, 1], [data.length, 1], [name.length, 0], [0, 0]);
        const row = numbers([0x02014b50, 1], [VERSION, 0], [VERSION, 0], [UTF8, 0], [0, 0], [0, 0], [DAY, 0], [sum, 1], [data.length, 1], [data.length, 1],
            [name.length, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 1], [at, 1]);
        parts.push(head, name, data);
        list.push(row, name);
        at += head.length + name.length + data.length;
        listed += row.length + name.length;
    }
    const many = Object.keys(files).length, end = numbers([0x06054b50, 1], [0, 0], [0, 0], [many, 0], [many, 0], [listed, 1], [at, 1], [0, 0]);
    const whole = new Uint8Array(at + listed + end.length);
    let to = 0;
    for (const each of [...parts, ...list, end]) {
        whole.set(each, to);
        to += each.length;
    }
    return whole;
}
