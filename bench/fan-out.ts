import { setTimeout as wait } from 'node:timers/promises';
import type { JoinRequest } from '@flagpost/contracts';
import type { Bench, Run } from './frame/bench.ts';
import { startProgram, type Program } from './frame/program.ts';
import { FRAMES_PER_S } from './load/frames.ts';
import { connectViewers } from './load/viewers.ts';

const SERVER = new URL('load/fan-out-server.ts', import.meta.url);

/** The sender, and how a viewer subscribes to its positions. */
interface Sender {
  readonly what: string;
  /** As `load/fan-out-server.ts` names it. */
  readonly program: 'gateway' | 'raw' | 'per-car';
  /** Null: it speaks plain websocket. */
  readonly positions: JoinRequest['positions'] | null;
}

const SENDERS = {
  attachment: {
    what: 'our gateway, from the topic to the sockets: packed, as a binary attachment',
    program: 'gateway',
    positions: 'packed',
  },
  text: {
    what: 'our gateway, from the topic to the sockets: JSON, in one text frame',
    program: 'gateway',
    positions: 'json',
  },
  raw: { what: 'ws: as many bytes in one frame, made beforehand', program: 'raw', positions: null },
  perCar: {
    what: 'socket.io: one emit to everybody for each car, as its fix comes',
    program: 'per-car',
    positions: 'json',
  },
} as const satisfies Record<string, Sender>;

interface Load {
  readonly viewers: number;
  readonly cars: number;
}

/** Before measuring: all viewers have joined, and the load is steady. */
const SETTLES_MS = 500;

/** The sender's cost for the positions that reach viewers within so many seconds. */
const watched = async (
  program: Program,
  sender: Sender,
  { viewers, cars }: Load,
  seconds: number,
): Promise<Run> => {
  const watching = await connectViewers(program.url, viewers, sender.positions);
  await wait(SETTLES_MS);
  const before = { cpu: await program.cpuSeconds(), messages: watching.messages(), bytes: watching.bytes() };
  await wait(seconds * 1_000);
  const messages = watching.messages() - before.messages;
  const bytes = watching.bytes() - before.bytes;
  const used = (await program.cpuSeconds()) - before.cpu;
  await watching.close();
  const positions = messages * (sender.program === 'per-car' ? 1 : cars / FRAMES_PER_S);
  return {
    figure: positions / used,
    also: {
      'CPU, % of a core': (used / seconds) * 100,
      'of all positions, % came in time': (positions / (viewers * cars * seconds)) * 100,
      'bytes a position': bytes / positions,
    },
  };
};

/** One race sent to every viewer: its cost against the bytes alone, and against an emit for each car. */
export const bench: Bench = async ({ at, sizes, compare }) => {
  const [viewers = 0, ...otherViewers] = sizes('viewers', [200, 10, 100, 500], [3], [100]);
  const [cars = 0, ...otherCars] = sizes('cars', [1_000, 100, 10_000], [20]);
  const seconds = at({ whole: 4, quick: 2, smoke: 0.5 });
  const usual = { viewers, cars };

  const against = async (
    load: Load,
    [one, other]: readonly [Sender, Sender],
    ratio?: { atLeast: number },
  ): Promise<void> => {
    const ours = await startProgram(SERVER, [one.program, String(load.cars)]);
    const theirs = await startProgram(SERVER, [other.program, String(load.cars)]);
    try {
      await compare({
        what: `${load.viewers} viewers of ${load.cars} cars at 1 Hz, frames at ${FRAMES_PER_S} Hz`,
        load: { viewers: load.viewers, cars: load.cars },
        unit: 'positions handed to viewers per CPU-second',
        ours: { what: one.what, run: () => watched(ours, one, load, seconds) },
        theirs: { what: other.what, run: () => watched(theirs, other, load, seconds) },
        ...(ratio === undefined ? {} : { ratio }),
      });
    } finally {
      await ours.stop();
      await theirs.stop();
    }
  };

  const { attachment, text, raw, perCar } = SENDERS;
  await against(usual, [attachment, raw], { atLeast: 0.7 });
  await against(usual, [attachment, perCar], { atLeast: 10 });
  await against(usual, [attachment, text]);
  for (const each of otherViewers) await against({ viewers: each, cars }, [attachment, raw]);
  for (const each of otherCars) await against({ viewers, cars: each }, [attachment, raw]);
};
