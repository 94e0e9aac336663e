import type { PositionInput } from '@flagpost/contracts';
import { createEngine } from '@flagpost/telemetry';
import type { Bench, Run } from './frame/bench.ts';
import { perCpuSecond } from './frame/measure.ts';
import { inputsOf, LAP_S, loadsOf, setupsOf, type RaceSize } from './load/race-load.ts';

const STARTS_AT = Date.UTC(2026, 5, 1, 8);
/** In one run, about. */
const FIXES = 240_000;

const collect = globalThis.gc ?? (() => undefined);

/** One engine in a race that goes on from run to run, as in a process that has run for a while. */
const goingOn = (size: RaceSize) => {
  const race = inputsOf(size);
  const keys = race.map(({ key }) => key);
  const inputs = race.map(({ input }) => input);
  const lines = inputs.map((input) => JSON.stringify(input));
  const engine = createEngine();
  for (const setup of setupsOf(size)) engine.setup(setup.eventId, setup);
  const later = (): void => {
    for (const input of inputs) {
      input.receivedAt += size.seconds * 1_000;
      input.t = (input.t ?? 0) + size.seconds * 1_000;
    }
  };

  const handle = async (): Promise<Run> => {
    later();
    collect();
    const before = process.memoryUsage().heapUsed;
    const run = await perCpuSecond(() => {
      for (let i = 0; i < inputs.length; i++) engine.apply(keys[i] as string, inputs[i] as PositionInput);
      return inputs.length;
    });
    const grown = process.memoryUsage().heapUsed - before;
    const laps = engine.takeFacts().length;
    return {
      ...run,
      also: { ...run.also, 'heap growth, bytes per fix': grown / inputs.length, 'laps stated': laps },
    };
  };
  const parse = (): Promise<Run> =>
    perCpuSecond(() => {
      let last: unknown;
      for (const line of lines) last = JSON.parse(line);
      return last === undefined ? 0 : lines.length;
    });
  return { handle, parse };
};

/**
 * Fixes a second of one core against the cost of parsing the same fixes. The input is the decoded value with its key
 * as a string: looking the car up counts.
 */
export const bench: Bench = async ({ scale, sizes, compare }) => {
  for (const [index, load] of loadsOf({ sizes }).entries()) {
    const laps = scale === 'smoke' ? 1 : Math.max(1, Math.round(FIXES / load.cars / LAP_S));
    const { handle, parse } = goingOn({ ...load, seconds: laps * LAP_S, startsAt: STARTS_AT });
    await handle();
    await parse();
    await compare({
      what: `${load.cars} cars in ${load.events} events, 1 Hz`,
      load: { cars: load.cars, events: load.events },
      unit: 'fixes per CPU-second',
      ours: { what: 'the live race engine', run: handle },
      theirs: { what: 'JSON.parse of the same fixes', run: parse },
      ...(index === 0 ? { ratio: { atLeast: 1.5 } } : {}),
    });
  }
};
