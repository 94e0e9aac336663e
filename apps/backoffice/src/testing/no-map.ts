/** jsdom has no fonts and no graphics: a map waits for its font, and is not drawn. */
Object.assign(document, { fonts: { load: () => new Promise(() => undefined) } });
