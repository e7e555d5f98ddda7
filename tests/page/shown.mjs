// Plays on by clicks drawn from a seed, as `clicking.mjs` does, and measures how long each takes until what it does has been
// painted: milliseconds of those that took an option and of those that did not, and how often something else was shown.
async ([seed, most]) => {
  let dice = seed >>> 0, idle = 0, shown = 0;
  const taken = [], steps = [], below = (n) => { dice = (Math.imul(dice, 1664525) + 1013904223) >>> 0; return dice % n; };
  const seen = (each) => each.getClientRects().length > 0 && !each.disabled;
  const wait = (ms) => new Promise((go) => setTimeout(go, ms));
  const painted = () => new Promise((go) => requestAnimationFrame(() => {
    const {port1, port2} = new MessageChannel();
    port1.onmessage = () => go(performance.now());
    port2.postMessage(0);
  }));
  const ply = () => document.querySelector("#app")?.dataset.ply;
  const stands = () => `${ply()} ${document.querySelector(".steps")?.textContent} ${!!document.querySelector(".decision.asked")}`;
  let last = stands(), told = () => {};
  const watch = new MutationObserver(() => {
    const now = stands();
    if (now === last) return;
    last = now;
    shown++;
    told();
  });
  watch.observe(document.body, {subtree: true, childList: true, attributes: true, attributeFilter: ["data-ply", "class"]});
  while (taken.length + steps.length < most && !document.querySelector(".outcome") && idle < 4000) {
    const root = document.querySelector(".decision.mine:not(.busy)");
    const list = root ? [...root.querySelectorAll(".options button.option, .options button.value")].filter(seen) : [];
    const lit = root ? [...document.querySelectorAll(".space.lit, .lit[role=button]:not(.glow)")].filter(seen) : [];
    const those = lit.length && below(2) ? lit : list, target = those[below(Math.max(those.length, 1))];
    if (!target) {
      idle++;
      await wait(25);
      continue;
    }
    idle = 0;
    await wait(60);
    if (!target.isConnected || !document.querySelector(".decision.mine:not(.busy)")) continue;
    const before = ply(), here = last, news = new Promise((go) => { told = go; }), start = performance.now();
    target.dispatchEvent(new MouseEvent("click", {bubbles: true, cancelable: true}));
    if (stands() === here) await Promise.race([news, wait(15000)]);
    (ply() === before ? steps : taken).push(await painted() - start);
  }
  watch.disconnect();
  return {taken, steps, shown};
}
