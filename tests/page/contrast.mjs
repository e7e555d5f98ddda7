// The texts of a page with their colours, and how they stand out from a picture of the page without them.
(() => {
  const HIDES = "* { color: transparent !important; -webkit-text-fill-color: transparent !important; } text, tspan { fill: transparent !important }";
  const PLAIN = ".marks { visibility: hidden } * { transition: none !important; animation: none !important }";
  /** A share of the ground behind a text from which it has to stand out. */
  const SHARE = 0.2;
  /** By so much a pixel of a letter differs from what is behind it. */
  const DIFFERENT = 24;
  const numbers = (colour) => {
    const srgb = /^color\(srgb ([^)]*)\)/.exec(colour);
    const found = (srgb ? srgb[1] : colour).match(/[\d.]+(e-?\d+)?/g)?.map(Number) ?? [0, 0, 0, 0];
    const [r, g, b] = found.slice(0, 3).map((each) => srgb ? each * 255 : each);
    return [r, g, b, found[3] ?? 1];
  };
  const light = ([r, g, b]) => {
    const [x, y, z] = [r, g, b].map((each) => each / 255).map((each) => each <= 0.04045 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4);
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
  };
  const over = ([r, g, b], alpha, under) => [r, g, b].map((each, at) => each * alpha + under[at] * (1 - alpha));
  const ratio = (one, other) => {
    const [a, b] = [light(one), light(other)];
    return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  };

  const texts = () => {
    const found = [], walk = document.createTreeWalker(document.querySelector("#app"), NodeFilter.SHOW_TEXT), range = document.createRange();
    while (walk.nextNode()) {
      const node = walk.currentNode, element = node.parentElement;
      if (!/[\p{L}\p{N}]/u.test(node.data) || element.closest(".hidden-text, option, :disabled, [hidden]")) continue;
      const style = getComputedStyle(element), drawn = element instanceof SVGElement;
      if (!element.checkVisibility({visibilityProperty: true, contentVisibilityAuto: true}) || !element.getClientRects().length) continue;
      let alpha = 1;
      for (let each = element; each; each = each.parentElement) alpha *= Number(getComputedStyle(each).opacity);
      range.selectNodeContents(node);
      const boxes = (drawn ? [element.getBoundingClientRect()] : [...range.getClientRects()]).filter(({left, top, right, bottom, width, height}) => {
        if (width < 2 || height < 2 || left < 0 || top < 0 || right > innerWidth || bottom > innerHeight) return false;
        const hit = document.elementsFromPoint((left + right) / 2, (top + bottom) / 2);
        const card = hit[0]?.closest(".playing");
        if (card && element.closest(".playing") !== card) return false; // what another card covers is not read
        return hit.some((each) => each === element || each.contains(element) || element.contains(each)) && !(hit[0] && hit[0].closest(".tip, dialog") && !hit[0].closest(".tip, dialog").contains(element));
      }).filter((box) => {
        for (let each = element; each; each = each.parentElement) {
          if (getComputedStyle(each).overflow === "visible") continue;
          const frame = each.getBoundingClientRect();
          if (box.top < frame.top - 1 || box.bottom > frame.bottom + 1 || box.left < frame.left - 1 || box.right > frame.right + 1) return false;
        }
        return true;
      });
      if (!boxes.length) continue;
      const matrix = drawn ? element.getScreenCTM?.() : null, size = parseFloat(style.fontSize) * (matrix ? Math.hypot(matrix.a, matrix.b) : 1);
      const haloed = drawn && style.stroke !== "none" && style.paintOrder.startsWith("stroke") && parseFloat(style.strokeWidth) > 1;
      const [r, g, b, a] = numbers(drawn ? style.fill : style.color);
      found.push({
        text: node.data.trim().slice(0, 24), what: element.getAttribute("class") || element.tagName.toLowerCase() + "." + (element.parentElement?.getAttribute("class") ?? ""),
        colour: [r, g, b], alpha: alpha * a, halo: haloed ? numbers(style.stroke) : null, boxes: boxes.slice(0, 2).map(({left, top, width, height}) => [left, top, width, height]),
        large: size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700),
      });
    }
    return found;
  };

  /** Show the page without its texts (true), with them (false), or as it is (null); a mark that crosses a text is left out. */
  const hide = (hidden) => {
    const sheet = new CSSStyleSheet(); // which the page does not forbid
    sheet.replaceSync(hidden ? `${PLAIN} ${HIDES}` : PLAIN);
    document.adoptedStyleSheets = hidden === null ? [] : [sheet];
  };

  const pixels = async (picture) => {
    const image = new Image();
    image.src = `data:image/png;base64,${picture}`;
    await image.decode();
    const pen = new OffscreenCanvas(image.width, image.height).getContext("2d", {willReadFrequently: true});
    pen.drawImage(image, 0, 0);
    return (left, top, width, height) => pen.getImageData(Math.floor(left), Math.floor(top), Math.max(1, Math.ceil(width)), Math.max(1, Math.ceil(height))).data;
  };

  /** How texts stand out from what lies right behind their letters: where a picture with them differs from one without. */
  const measured = async (shown, bare, texts) => {
    const [before, behind] = [await pixels(shown), await pixels(bare)];
    return texts.flatMap(({text, what, colour, alpha, halo, boxes, large}) => {
      let least = Infinity;
      for (const box of boxes) {
        const [with_, without] = [before(...box), behind(...box)], counts = new Map();
        let all = 0;
        for (let at = 0; at < without.length; at += 4) {
          const ground = [without[at], without[at + 1], without[at + 2]];
          if (ground.reduce((sum, each, part) => sum + Math.abs(each - with_[at + part]), 0) < DIFFERENT) continue;
          const key = ground.map((each) => each >> 2).join(), known = counts.get(key);
          all++;
          if (known) known.count++;
          else counts.set(key, {count: 1, ground});
        }
        for (const {count, ground} of counts.values()) {
          if (count < SHARE * all) continue;
          const around = halo ? over(halo, halo[3] * alpha, ground) : ground;
          least = Math.min(least, ratio(over(colour, alpha, around), around));
        }
      }
      return Number.isFinite(least) ? [{ratio: Math.round(least * 100) / 100, large, text, what}] : [];
    });
  };

  window.contrast = {texts, hide, measured};
})();
