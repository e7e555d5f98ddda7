// What a person at the page sees of a decision, and what of it they would touch to take an option: `window.hands`.
// Nothing here acts; fingers and keys do, which come from outside.
(() => {
  const CLEAR = 9;
  /** The element that was pointed out last. */
  let aim = null;
  const all = (what, under = document) => [...under.querySelectorAll(what)];
  const seen = (each) => each.getClientRects().length > 0 && getComputedStyle(each).visibility !== "hidden" && !each.disabled;
  const decision = () => document.querySelector(".decision.mine:not(.busy)");
  const bearer = (each) => each.querySelector(":scope > .glow") ?? each;
  const panelOf = (each) => each.closest("[role=tabpanel][hidden], .stage[hidden]");
  const lit = () => all("#app .lit[data-key]").filter((each) => seen(each) || panelOf(each));
  const text = (each) => each?.innerText.replace(/\s+/g, " ").trim() ?? "";

  /** All by which one step of the page is told from the next. */
  const stands = () => JSON.stringify([
    document.querySelector("#app")?.dataset.ply, !!document.querySelector(".outcome"), !!decision(), text(document.querySelector(".steps")),
    !!document.querySelector(".decision.asked"), text(document.querySelector(".options")), document.querySelector(".filter")?.value, !!document.querySelector("dialog[open]"),
    document.querySelector("[role=tab][aria-selected=true]")?.id, window.hands?.zoom(), !!document.querySelector("#go-on"),
  ]);

  /** What an element says that it stands for. */
  const said = (each) => {
    if (each.matches(".back")) return {kind: "back"};
    if (each.matches(".option.whole")) return {kind: "whole", index: Number(each.dataset.option), text: text(each)};
    if (each.matches(".option.action")) return {kind: "action", name: each.dataset.name, text: text(each)};
    if (each.matches(".value")) return {kind: "value", name: each.closest(".group")?.querySelector("[data-name]")?.dataset.name, keys: each.dataset.keys ? each.dataset.keys.split(" ") : [], part: each.closest(".values")?.getAttribute("aria-label")?.split(", ").slice(1).join(", ") ?? "", text: text(each.querySelector(".given"))};
    if (each.matches("button")) return {kind: "more", text: text(each)};
    const place = each.closest(".chips, .cards, .space, .cell") ?? each, key = each.dataset.key;
    const here = [place, ...all("[data-members]", place)].filter((part) => part.dataset.members && part.dataset.key === key).flatMap((part) => part.dataset.members.split(" ").map(Number));
    return {kind: "lit", key, members: each.dataset.members ? here : null, text: each.getAttribute("data-name")};
  };

  /** All that can be touched for the decision. */
  const touchable = () => decision() ? {board: lit(), list: all(".options button", decision()).filter(seen)} : {board: [], list: []};

  /** What leads to an option, the parts in their order, on the table or in the list. */
  const leading = (wanted) => {
    const {board, list} = touchable(), whole = list.find((each) => Number(each.dataset.option ?? -1) === wanted.index);
    const onBoard = wanted.params.flatMap(({keys}) => Object.entries(keys).flatMap(([key, members]) => board.filter((each) => {
      const told = said(each);
      return told.key === key && (!told.members || told.members.some((one) => members.includes(one)));
    })));
    const value = list.find((each) => {
      const told = said(each);
      return told.kind === "value" && told.name === wanted.name && wanted.params.some((part) => (!told.part || told.part === part.word) && (told.keys.length ? part.order.join(" ") === told.keys.join(" ") : !part.order.length && part.said === told.text));
    });
    const action = list.find((each) => each.matches(".action") && each.dataset.name === wanted.name);
    return {board: onBoard, list: [whole, value, action].filter((each) => each)};
  };

  /** Where a finger hits an element: as near to its middle as nothing else lies over it. */
  const hit = (each) => {
    const touched = (x, y) => {
      const found = document.elementFromPoint(x, y);
      return !!found && each.contains(found) && found.closest(".lit[data-key], button") === each;
    };
    const outline = each.querySelector(":scope > .under, :scope > .near") ?? bearer(each), {left, top, width, height} = outline.getBoundingClientRect();
    const points = [];
    for (let i = 1; i < 2 * CLEAR; i++) for (let j = 1; j < 2 * CLEAR; j++) points.push([i / (2 * CLEAR), j / (2 * CLEAR)]);
    points.sort(([a, b], [c, d]) => Math.hypot(a - 0.5, b - 0.5) - Math.hypot(c - 0.5, d - 0.5));
    for (const [i, j] of points) {
      const x = left + width * i, y = top + height * j;
      if (x > 0 && y > 0 && x < innerWidth && y < innerHeight && touched(x, y)) return {x, y, size: Math.min(width, height)};
    }
    return null;
  };

  /** Wait until an element lies still: a board that was made larger is laid out anew. */
  const still = async (each) => {
    let before = "";
    for (let turn = 0; turn < 40; turn++) {
      const {left, top, width, height} = bearer(each).getBoundingClientRect(), now = [left, top, width, height].join();
      if (now === before) return;
      before = now;
      for (let frame = 0; frame < 3; frame++) await new Promise((go) => requestAnimationFrame(go));
    }
  };

  /** Point out an element: where it is, or the tab behind which it is. */
  const pointed = async (each) => {
    if (!each) return null;
    const panel = panelOf(each);
    aim = panel ? document.querySelector(`[aria-controls="${panel.id}"]`) : each;
    const told = panel ? {kind: "tab", text: text(aim)} : said(each);
    await still(aim);
    let where = hit(aim);
    if (!where) {
      aim.scrollIntoView({block: "center", inline: "center", behavior: "instant"});
      await still(aim);
      where = hit(aim);
    }
    if (!aim.isConnected) return {...told, gone: true, where: null, over: "", digit: 0};
    const {left, top, width, height} = bearer(aim).getBoundingClientRect(), found = where ? null : document.elementFromPoint(left + width / 2, top + height / 2);
    const over = where ? "" : `${[left, top, width, height].map(Math.round)} under ${found?.tagName}.${found?.getAttribute("class")} in ${found?.closest("[class]")?.parentElement?.getAttribute("class")}`;
    return {...told, where, over, digit: Number(aim.dataset.digit ?? 0)};
  };

  const waits = () => ({over: !!document.querySelector(".outcome"), ply: Number(document.querySelector("#app")?.dataset.ply ?? -1), mine: !!decision(), asked: !!document.querySelector(".decision.asked"), steps: all(".steps .step").length});

  window.hands = {
    stands, waits,
    /** What to touch next for an option: on the table if that is liked better. */
    next: (wanted, onTable) => {
      const {board, list} = leading(wanted);
      return pointed((onTable ? board[0] ?? list[0] : list[0] ?? board[0]) ?? null);
    },
    /** What is touched by who looks for nothing in particular. */
    any: (draw, onTable) => {
      const {board, list} = touchable(), asked = document.querySelector(".decision.asked"), those = asked ? list : onTable && board.length ? board : list.length ? list : board;
      return pointed(those[Math.floor(draw * those.length)] ?? null);
    },
    /** What is chosen already. */
    chosen: (draw) => {
      const those = all(".stage .chosen[data-key]").filter(seen);
      return pointed(those[Math.floor(draw * those.length)] ?? null);
    },
    zoom: () => all(".frame.zoomed .board").map((each) => each.style.width).join(" "),
    back: () => pointed(document.querySelector(".steps .back")),
    wholes: () => all(".options .option.whole").map((each) => Number(each.dataset.option)),
    filter: () => {
      const found = document.querySelector(".filter");
      return !!found && seen(found);
    },
    /** From what has the focus to what was pointed out. */
    way: () => {
      const goal = bearer(aim), active = document.activeElement, middle = (each) => {
        const {left, top, width, height} = each.getBoundingClientRect();
        return [left + width / 2, top + height / 2];
      };
      if (active === goal || !aim.isConnected) return {there: active === goal, gone: active !== goal};
      const [x, y] = middle(goal), [ax, ay] = middle(active);
      const moves = !!active.closest("[data-key], .options") && active !== document.body;
      return {there: false, gone: false, moves, dx: x - ax, dy: y - ay, at: active === document.body ? "body" : `${active.tagName}.${active.getAttribute("class") ?? ""} ${active.closest("[data-name]")?.dataset.name ?? ""}`, inList: !!active.closest(".options"), list: !!aim.closest(".options")};
    },
    focused: () => {
      const active = document.activeElement;
      return {writes: !!active?.matches("input, select"), body: active === document.body || !active?.isConnected, role: active?.getAttribute("role"), selected: active?.getAttribute("aria-selected"), id: active?.id, seen: !!active?.getClientRects().length};
    },
  };
})();
