(least) => {
    const number = (text) => text.match(/[\d.]+/g).map(Number);
    const light = ([r, g, b]) => { const f = (v) => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; return 0.2126 * f(r) + 0.7152 * f(g) + 0.0722 * f(b); };
    const found = [];
    for (const root of document.querySelectorAll(".table-pane, .example-pane")) for (const each of root.querySelectorAll("*")) {
        const text = [...each.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
        const style = getComputedStyle(each), box = each.getBoundingClientRect();
        if (!text || !box.width || box.width < 3 || each.closest(":disabled, [hidden]") || style.visibility === "hidden") continue;
        if (parseFloat(style.fontSize) < 11) found.push([each.textContent.slice(0, 30), "small", style.fontSize]);
        let ground = null;
        for (let at = each; at && !ground; at = at.parentElement) { const [r, g, b, a = 1] = number(getComputedStyle(at).backgroundColor); if (a > 0.99) ground = [r, g, b]; }
        const [one, other] = [light(number(style.color)), light(ground ?? [255, 255, 255])].sort((a, b) => b - a);
        const ratio = (one + 0.05) / (other + 0.05);
        if (ratio < least) found.push([each.textContent.slice(0, 30), ratio.toFixed(2)]);
    }
    return found;
}
