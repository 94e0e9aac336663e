import type { Clock, Scheduler } from '@flagpost/platform';

/** Tiles of the configured imagery, or nothing: requests never wait long for a server that does not answer. */

/** The Mercator square of the world at zoom `z`, cut into 2^z columns `x` from the west and rows `y` from the north. */
export interface TileAddress {
  readonly z: number;
  readonly x: number;
  readonly y: number;
}

export interface Tile {
  readonly type: 'image/png' | 'image/jpeg' | 'image/webp';
  readonly bytes: Buffer;
}

export interface Imagery {
  /** Null if there is no picture, or none in time. Never rejects. */
  tile(address: TileAddress): Promise<Tile | null>;
}

export const IMAGERY = {
  /** For one tile, its turn included. */
  withinMs: 2_000,
  maxBytes: 2 * 1024 * 1024,
  /** Asked of the imagery's server at once; others wait for their turn. */
  atOnce: 6,
  waiting: 64,
  /** After so many failures in a row nothing is asked for `restMs`, and then a single tile. */
  failuresInARow: 5,
  restMs: 30_000,
} as const;

/** No such tile is an answer of a server that is well. */
const NOT_THERE = new Set([204, 404, 410]);

/** The type of a picture, by its first bytes: a login page of the paddock's network also answers 200. */
const typeOf = (bytes: Buffer): Tile['type'] | null => {
  if (bytes.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'))) return 'image/png';
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'image/jpeg';
  const isWebp = bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP';
  return isWebp ? 'image/webp' : null;
};

/** @throws if the body grows beyond the limit. */
const bodyOf = async (answer: Response): Promise<Buffer> => {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of answer.body ?? []) {
    length += part.length;
    if (length > IMAGERY.maxBytes) throw new Error('The tile exceeds the maximum size.');
    parts.push(part);
  }
  return Buffer.concat(parts);
};

/** Null: the server has no such tile. @throws if the server fails. */
const fetchTile = async (url: string, signal: AbortSignal): Promise<Tile | null> => {
  // A tile that is moved elsewhere is not fetched there: only the configured place is ever asked.
  const answer = await fetch(url, { signal, redirect: 'error' });
  if (!answer.ok || answer.status === 204) {
    await answer.body?.cancel();
    if (NOT_THERE.has(answer.status)) return null;
    throw new Error(`The tile server answered ${answer.status}.`);
  }
  const bytes = await bodyOf(answer);
  const type = typeOf(bytes);
  if (type === null) throw new Error('The tile is not an image.');
  return { type, bytes };
};

/** Limits concurrency to `atOnce`; false at once if too many wait already, or as soon as the signal aborts. */
const createSlots = (atOnce: number, maxWaiting: number) => {
  let working = 0;
  const waiting = new Set<() => void>();
  return {
    take(signal: AbortSignal): Promise<boolean> {
      if (working < atOnce) {
        working += 1;
        return Promise.resolve(true);
      }
      if (waiting.size >= maxWaiting) return Promise.resolve(false);
      return new Promise((resolve) => {
        const turn = (): void => {
          signal.removeEventListener('abort', giveUp);
          resolve(true);
        };
        const giveUp = (): void => {
          waiting.delete(turn);
          resolve(false);
        };
        waiting.add(turn);
        signal.addEventListener('abort', giveUp, { once: true });
      });
    },
    giveBack(): void {
      const [next] = waiting;
      if (next === undefined) {
        working -= 1;
        return;
      }
      waiting.delete(next);
      next();
    },
  };
};

/** @param template address of a tile with {z}, {x} and {y} */
export const createImagery = (
  template: string,
  { clock, scheduler }: { clock: Clock; scheduler: Scheduler },
): Imagery => {
  const slots = createSlots(IMAGERY.atOnce, IMAGERY.waiting);
  let failures = 0;
  let restsUntil = 0;

  /** While the server is not well, one request in `restMs` tries it. */
  const rests = (): boolean => {
    if (failures < IMAGERY.failuresInARow) return false;
    if (clock.now() < restsUntil) return true;
    restsUntil = clock.now() + IMAGERY.restMs;
    return false;
  };

  const ask = async ({ z, x, y }: TileAddress, signal: AbortSignal): Promise<Tile | null> => {
    const url = template
      .replaceAll('{z}', String(z))
      .replaceAll('{x}', String(x))
      .replaceAll('{y}', String(y));
    try {
      const tile = await fetchTile(url, signal);
      failures = 0;
      return tile;
    } catch {
      // Counted, not logged: a truck without a network would write a line for every tile.
      failures += 1;
      if (failures === IMAGERY.failuresInARow) restsUntil = clock.now() + IMAGERY.restMs;
      return null;
    }
  };

  return {
    async tile(address) {
      if (template === '' || rests()) return null;
      const late = new AbortController();
      const timer = scheduler.after(IMAGERY.withinMs, () => late.abort());
      try {
        if (!(await slots.take(late.signal))) return null;
        try {
          return await ask(address, late.signal);
        } finally {
          slots.giveBack();
        }
      } finally {
        timer.cancel();
      }
    },
  };
};
