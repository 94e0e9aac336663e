const FONT = /inter-latin-wght-normal-[^/]*\.woff2$/;

/**
 * Lets the page fetch its font beside its scripts: a browser would ask for it only when it has read the style sheet and
 * drawn a first text.
 *
 * @returns {import('vite').Plugin}
 */
export const preloadFont = () => ({
  name: 'preload-font',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(_, { bundle = {} }) {
      const font = Object.keys(bundle).find((name) => FONT.test(name));
      if (font === undefined) throw new Error('The build has no font of that name.');
      const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '', href: `/${font}` };
      return [{ tag: 'link', attrs, injectTo: 'head' }];
    },
  },
});
