/** Counts the frames that others request, without requesting any. Loaded before any code that keeps the function. */
const ask = window.requestAnimationFrame.bind(window);
let drawn = 0;
let last = 0;

window.requestAnimationFrame = (draw) =>
  ask((at) => {
    if (at !== last) drawn += 1;
    last = at;
    draw(at);
  });

export const framesDrawn = (): number => drawn;
