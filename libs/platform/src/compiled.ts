/**
 * The compiled form of a module, which a thread can import: itself in a build, else (in a spec, which runs sources) the
 * file that the last build made of it.
 */
export const compiled = (url: string): string =>
  url.replace(/\/src\/((?:(?!\/src\/).)*)\.ts$/, '/dist/$1.js');
