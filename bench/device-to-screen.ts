import { setTimeout as wait } from 'node:timers/promises';
import { createLatencies, startFlagpost, type ScreenOptions } from '@flagpost/race-testing';
import type { Bench } from './frame/bench.ts';
import { driveCars, enterCars } from './load/cars.ts';
import { watchAll } from './load/watching.ts';

const TICK_MS = 10;
const FRAME_MS = 100;
/** Wait after the cars have begun: by then every car has been heard, and the load is steady. */
const SETTLES_MS = 5_000;

/** How old a position is when a viewer has it: the whole of Flagpost in one process, phones and viewers in this one. */
export const bench: Bench = async ({ at, sizes, compare }) => {
  const [cars = 0] = sizes('cars', [1_000], [5], [200]);
  const [viewers = 0] = sizes('viewers', [200], [3], [50]);
  const seconds = at({ whole: 8, quick: 3, smoke: 2 });
  const flagpost = await startFlagpost({ DEMO: '1', TILE_URL: 'none' });
  const fromDoor = createLatencies();
  const fromDevice = createLatencies();
  const hear: ScreenOptions['onFix'] = ({ receivedAt, t }, at) => {
    fromDoor.add(at - (receivedAt ?? NaN));
    fromDevice.add(at - (t ?? NaN));
  };
  const ends: (() => unknown)[] = [];
  try {
    const { url } = flagpost;
    const entered = await enterCars(url, 'Device to screen', cars);
    ends.push(await watchAll(url, entered, { viewers, onFix: hear }));
    const { paths } = entered;
    ends.push(await driveCars({ url, paths, connections: cars, fixesAtOnce: 1, tickMs: TICK_MS }));
    await wait(at({ whole: SETTLES_MS, quick: SETTLES_MS / 2, smoke: 0 }));
    await compare({
      what: `${cars} cars at 1 Hz, ${viewers} viewers, from the stamp of the door to decoded in the client`,
      unit: 'p99, ms',
      ours: {
        what: 'door, topic, engine, frames, gateway, socket, client; over HTTP and socket.io, on one machine',
        run: async () => {
          fromDoor.clear();
          fromDevice.clear();
          await wait(seconds * 1_000);
          return {
            figure: fromDoor.percentile(0.99) ?? NaN,
            also: {
              'p50, ms': fromDoor.percentile(0.5) ?? NaN,
              'from the request of the device, p50, ms': fromDevice.percentile(0.5) ?? NaN,
              'from the request of the device, p99, ms': fromDevice.percentile(0.99) ?? NaN,
            },
          };
        },
      },
      limits: [{ atMost: 2.5 * FRAME_MS }],
    });
  } finally {
    for (const end of ends) await end();
    await flagpost.remove();
  }
};
