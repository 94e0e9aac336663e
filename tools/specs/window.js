import { JSDOM } from 'jsdom';
import { OF_NODE } from './web-standards.js';

/** The global scope of a page, of jsdom, for all files of screens that a process of Node runs one after another. */

/** jsdom's own call Node's of that name. */
const CALLED_BY_JSDOM = [
  ...['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'queueMicrotask', 'atob', 'btoa'],
  ...['URL', 'URLSearchParams', 'console', 'crypto', 'performance'],
];
const ITSELF = ['window', 'self', 'parent', 'top', 'frames'];
const kept = new Set([...OF_NODE, ...CALLED_BY_JSDOM, ...ITSELF, 'globalThis']);

const { window } = new JSDOM('<!doctype html>', { url: 'http://localhost/', pretendToBeVisual: true });

const define = (name, descriptor) =>
  Object.defineProperty(globalThis, name, { ...descriptor, configurable: true, enumerable: true });
/** Functions that are no classes must be called on jsdom's window. */
const bound = (name) =>
  typeof window[name] === 'function' && /^[a-z]/.test(name) ? window[name].bind(window) : window[name];

for (const [name, { get, set }] of Object.entries(Object.getOwnPropertyDescriptors(window))) {
  if (kept.has(name) || name.startsWith('_')) continue;
  if (get !== undefined) define(name, { get: get.bind(window), set: set?.bind(window) });
  else if (!Object.is(globalThis[name], window[name])) define(name, { value: bound(name), writable: true });
}
for (const name of ['addEventListener', 'removeEventListener', 'dispatchEvent'])
  define(name, { value: bound(name), writable: true });
for (const name of ITSELF) define(name, { value: globalThis, writable: true });

// jsdom has no media queries, no fonts, no layout and no graphics: no query matches, and a map, which waits for its font, is not drawn.
Object.assign(globalThis, {
  matchMedia: (media) => Object.assign(new window.EventTarget(), { media, matches: false }),
  ResizeObserver: class {
    observe = () => undefined;
    disconnect = () => undefined;
  },
});
Object.assign(window.document, { fonts: { load: () => new Promise(() => undefined) } });
Object.assign(window.HTMLElement.prototype, {
  scrollIntoView: () => undefined,
  setPointerCapture: () => undefined,
});

// React's tools tidy up after the tests of the file alone that loads them: `screens.js` does.
process.env.RTL_SKIP_AUTO_CLEANUP = 'true';
