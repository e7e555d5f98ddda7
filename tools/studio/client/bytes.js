/** Bytes as text, and packed. */

const PART = 0x8000;

/** @param {Uint8Array} bytes */
export function toBase64(bytes) {
    let text = "";
    for (let at = 0; at < bytes.length; at += PART) text += String.fromCharCode(...bytes.subarray(at, at + PART));
    return btoa(text);
}

/** @param {string} text */
export function fromBase64(text) {
    return Uint8Array.from(atob(text), (each) => each.charCodeAt(0));
}

/** As addresses hold it. @param {Uint8Array} bytes */
export function toBase64Url(bytes) {
    return toBase64(bytes).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** @param {string} text */
export function fromBase64Url(text) {
    if (!/^[\w-]*$/.test(text)) throw new Error("studio_link_broken");
    return fromBase64(text.replaceAll("-", "+").replaceAll("_", "/"));
}

/** @param {Uint8Array<ArrayBuffer>} bytes */
export async function packed(bytes) {
    const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate-raw"));
    return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** What was packed, if it is no longer than it may be: a few bytes can stand for very many. @param {Uint8Array<ArrayBuffer>} bytes @param {number} most */
export async function unpacked(bytes, most) {
    const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
    /** @type {Uint8Array[]} */
    const parts = [];
    let length = 0;
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
        length += part.value.length;
        if (length > most) {
            await reader.cancel();
            throw new Error("studio_link_large");
        }
        parts.push(part.value);
    }
    const whole = new Uint8Array(length);
    let at = 0;
    for (const each of parts) {
        whole.set(each, at);
        at += each.length;
    }
    return whole;
}

/** Give somebody a file. @param {string} name @param {Uint8Array<ArrayBuffer> | string} data @param {string} kind */
export function download(name, data, kind) {
    const url = URL.createObjectURL(new Blob([data], {type: kind})), link = document.createElement("a");
    link.href = url;
    link.download = name;
    document.body.append(link);
    link.click();
    link.remove();
    window.setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
