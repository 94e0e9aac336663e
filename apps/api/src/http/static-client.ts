import { existsSync, globSync } from 'node:fs';
import { extname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { NestExpressApplication } from '@nestjs/platform-express';
import express, { type Request, type Response } from 'express';
import { DRIVE_PAGE } from '@flagpost/contracts';
import { driveManifest } from './drive-manifest.js';

const built = fileURLToPath(new URL('../../../backoffice/dist/', import.meta.url));
/** Calls, doors and the socket: no file is looked up for these paths. */
const NO_FILES = /^\/(api|ingest|socket\.io)(\/|$)/;
/** Paths of files: a missing file is answered 404, not with the page. */
const NO_PAGES = /^\/assets(\/|$)|\.\w+$/;
/** Compressed forms that the build creates beside a file, the smaller one first. */
const FORMS = [
  { coding: 'br', ending: '.br' },
  { coding: 'gzip', ending: '.gz' },
] as const;

/** The page of a competitor is a bundle of its own: a phone loads nothing of the back-office. */
const pageOf = (path: string): string => (path.startsWith(`${DRIVE_PAGE}/`) ? 'drive.html' : 'index.html');

/** The compressed forms of each file, by path. */
const compressedIn = (folder: string): ReadonlyMap<string, readonly (typeof FORMS)[number][]> => {
  const found = globSync('**/*.{br,gz}', { cwd: folder }).map((path) => path.slice(0, -extname(path).length));
  return new Map(
    found.map((path) => [
      `/${path.split(sep).join('/')}`,
      FORMS.filter(({ ending }) => existsSync(join(folder, `${path}${ending}`))),
    ]),
  );
};

/**
 * Serves the built client if it exists: files by name, compressed if the build created such a form and the browser accepts
 * it, drive.html for the pages of competitors, and index.html for every other path. Names under `assets` contain a hash of the content.
 */
export const serveStaticClient = (app: NestExpressApplication, folder = built): void => {
  if (!existsSync(folder)) return;
  const compressed = compressedIn(folder);
  app.use((request: PageRequest, response: PageResponse, next: () => void) => {
    const forms = compressed.get(request.path);
    if (forms !== undefined) {
      response.vary('Accept-Encoding');
      const form = forms.find(({ coding }) => request.acceptsEncodings(coding) !== false);
      if (form !== undefined) {
        response.type(extname(request.path)).setHeader('Content-Encoding', form.coding);
        request.url = `${request.path}${form.ending}`;
      }
    }
    next();
  });
  const files = express.static(folder, {
    index: false,
    setHeaders: (response, path) => {
      response.setHeader(
        'Cache-Control',
        path.startsWith(join(folder, 'assets', sep)) ? 'public, max-age=31536000, immutable' : 'no-cache',
      );
    },
  });
  app.use((request: Request, response: Response, next: () => void) => {
    if (NO_FILES.test(request.path)) next();
    else files(request, response, next);
  });
  app.use((request: PageRequest, response: Response, next: () => void) => {
    const manifest = driveManifest(request.path);
    if (request.method !== 'GET' || manifest === null) next();
    else response.type('application/manifest+json').set('Cache-Control', 'no-cache').send(manifest);
  });
  app.use((request: PageRequest, response: PageResponse, next: () => void) => {
    const isNoPage = NO_FILES.test(request.path) || NO_PAGES.test(request.path);
    if (request.method !== 'GET' || isNoPage || request.accepts('html') !== 'html') next();
    else response.sendFile(pageOf(request.path), { root: folder, headers: { 'Cache-Control': 'no-cache' } });
  });
};

interface PageRequest {
  readonly method: string;
  readonly path: string;
  url: string;
  accepts(type: string): string | false;
  acceptsEncodings(coding: string): string | false;
}
interface PageResponse {
  setHeader(name: string, value: string): void;
  type(ending: string): PageResponse;
  vary(header: string): void;
  sendFile(path: string, options: { root: string; headers: Record<string, string> }): void;
}
