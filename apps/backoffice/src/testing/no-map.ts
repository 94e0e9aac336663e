/** jsdom has no fonts, no layout and no graphics: a map waits for its font, and is not drawn. */
Object.assign(document, { fonts: { load: () => new Promise(() => undefined) } });
Object.assign(globalThis, {
  ResizeObserver: class {
    readonly observe = (): void => undefined;
    readonly disconnect = (): void => undefined;
  },
});
