/**
 * The service worker of the driver's page alone (scope `/drive/`): it keeps the page and its files, so that it opens without a
 * network after the first visit. It answers no call, no door and nothing of the back-office.
 */

interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface FetchEvent extends ExtendableEvent {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}
interface WorkerScope {
  readonly location: Location;
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: ExtendableEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
}

/** Written by the build: the files of the page, and a digest of them. */
declare const __DRIVE_FILES__: readonly string[];
declare const __DRIVE_VERSION__: string;
/** How the names of its caches begin. */
declare const __DRIVE_CACHES__: string;

const worker = globalThis as unknown as WorkerScope;
const CACHE = `${__DRIVE_CACHES__}${__DRIVE_VERSION__}`;
const PAGE = '/drive.html';
/** A network that does not answer by then is none. */
const NETWORK_MS = 3_000;

worker.addEventListener('install', (event) => {
  const fill = async (): Promise<void> => {
    const cache = await caches.open(CACHE);
    await cache.addAll([...__DRIVE_FILES__, PAGE].map((path) => new Request(path, { cache: 'reload' })));
    await worker.skipWaiting();
  };
  event.waitUntil(fill());
});

worker.addEventListener('activate', (event) => {
  const tidy = async (): Promise<void> => {
    const names = await caches.keys();
    await Promise.all(
      names
        .filter((name) => name.startsWith(__DRIVE_CACHES__) && name !== CACHE)
        .map((name) => caches.delete(name)),
    );
    await worker.clients.claim();
  };
  event.waitUntil(tidy());
});

/** The newest page if there is a network, so that nobody drives with an old one; else the one that is kept. */
const page = async (request: Request): Promise<Response> => {
  const kept = async (): Promise<Response> => (await caches.match(PAGE)) ?? Response.error();
  try {
    const response = await fetch(request, { signal: AbortSignal.timeout(NETWORK_MS) });
    return response.ok ? response : await kept();
  } catch {
    return kept();
  }
};

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== worker.location.origin) return;
  if (request.mode === 'navigate') event.respondWith(page(request));
  else if (__DRIVE_FILES__.includes(pathname))
    event.respondWith(caches.match(request).then((kept) => kept ?? fetch(request)));
});
