import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { NestExpressApplication } from '@nestjs/platform-express';

const folder = fileURLToPath(new URL('../../../backoffice/dist/', import.meta.url));
/** Calls, doors, the socket, and files by name: what is missing there is missing. */
const NO_PAGES = /^\/(api|ingest|socket\.io|assets)(\/|$)|\.\w+$/;

/**
 * The built client, where it is there: files by name, and its one page for every other address that a browser asks for.
 */
export const servePages = (app: NestExpressApplication): void => {
  if (!existsSync(folder)) return;
  app.useStaticAssets(folder, {
    index: false,
    setHeaders: (response: PageResponse, path) => {
      response.setHeader(
        'Cache-Control',
        path.startsWith(`${folder}assets`) ? 'public, max-age=31536000, immutable' : 'no-cache',
      );
    },
  });
  app.use((request: PageRequest, response: PageResponse, next: () => void) => {
    if (request.method !== 'GET' || NO_PAGES.test(request.path) || request.accepts('html') !== 'html') next();
    else response.sendFile('index.html', { root: folder, headers: { 'Cache-Control': 'no-cache' } });
  });
};

interface PageRequest {
  readonly method: string;
  readonly path: string;
  accepts(type: string): string | false;
}
interface PageResponse {
  setHeader(name: string, value: string): void;
  sendFile(path: string, options: { root: string; headers: Record<string, string> }): void;
}
