import type { Network, Process } from './process.js';
import type { World } from './world.js';

/** How a client learns, a little later, that its server has something new. */
export interface News {
  /** The server has. */
  readonly spread: () => void;
  /** Resolves with the next news, at once if some came since the last call; also when `wakeAll` is called. */
  next(): Promise<void>;
  readonly wakeAll: () => void;
}

const OUT_RETRY_MS = 250;

export const createNews = (world: World, network: Network, process: Process, server: string): News => {
  let waiting: (() => void)[] = [];
  let underWay = false;
  let unheard = false;

  const wakeAll = (): void => {
    unheard = waiting.length === 0;
    const woken = waiting;
    waiting = [];
    for (const wake of woken) wake();
  };
  const arrive = (): void => {
    if (network.isOut(server)) {
      world.after(OUT_RETRY_MS, `${process.name} looks for ${server}`, arrive);
      return;
    }
    process.receive(() => {
      underWay = false;
      wakeAll();
    });
  };

  return {
    spread() {
      if (underWay || process.hasEnded()) return;
      underWay = true;
      world.after(world.latency(), `${process.name} hears of ${server}`, arrive);
    },
    next: () =>
      new Promise((resolve) => {
        if (unheard) resolve();
        else waiting.push(resolve);
        unheard = false;
      }),
    wakeAll,
  };
};
