/**
 * The browser's back and forward, before the router hears of them. Listeners of the window are called in the order in
 * which they were added, so this module is loaded before the router is mounted.
 */
let gate: ((event: PopStateEvent) => void) | null = null;

window.addEventListener('popstate', (event) => gate?.(event));

/** Returns a function that opens it again. There is one at a time. */
export const closePopGate = (onPop: (event: PopStateEvent) => void): (() => void) => {
  gate = onPop;
  return () => {
    if (gate === onPop) gate = null;
  };
};
