// Plays on by clicks alone in a page, as whoever sits there might: what is clicked, on the board or in the list, is drawn
// from a seed. Gives how many clicks it took, or tells what the page said last where nothing goes on.
async ([seed, most]) => {
  let dice = seed >>> 0, clicks = 0, idle = 0;
  const below = (n) => { dice = (Math.imul(dice, 1664525) + 1013904223) >>> 0; return dice % n; };
  const seen = (each) => each.getClientRects().length > 0 && !each.disabled;
  while (clicks < most) {
    const end = document.querySelector(".decision .end");
    if (end && end.textContent) return {clicks, over: true};
    const cover = document.querySelector("#go-on"), root = cover ?? document.querySelector(".decision.mine:not(.busy)");
    const list = root ? [...root.querySelectorAll(".options button.option, .options button.value")].filter(seen) : [];
    const lit = cover || !root ? [] : [...document.querySelectorAll(".space.lit, .lit[role=button]:not(.glow)")].filter(seen);
    const those = cover ? [cover] : lit.length && below(2) ? lit : list;
    if (those.length) {
      those[below(those.length)].dispatchEvent(new MouseEvent("click", {bubbles: true, cancelable: true}));
      clicks++;
      idle = 0;
    } else if (++idle > 400) return {clicks, over: false, said: document.querySelector("#app").innerText.slice(0, 300)};
    await new Promise((go) => those.length ? queueMicrotask(go) : setTimeout(go, 25));
    await new Promise((go) => setTimeout(go, 0));
  }
  return {clicks, over: false};
}
