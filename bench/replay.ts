import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { PastState, PastStory } from '@flagpost/contracts';
import { decodePastSpan } from '@flagpost/telemetry';
import type { Bench } from './frame/bench.ts';
import { inFolder } from './frame/folder.ts';
import { createLatencies } from './frame/measure.ts';
import { startProgram } from './frame/program.ts';
import { makeEvent, signIn } from './load/events.ts';
import { longRace, writeHistory, type Arrival } from './load/long-race.ts';
import { invitationOf } from './load/race-load.ts';

const SERVER = new URL('load/api-server.ts', import.meta.url);
const SAVE_EVERY_MS = 60_000;
/** What a screen asks for when somebody drags the timeline. */
const SPAN_MS = 60_000;
const SEEKS = 100;
/** By then every car has sent. */
const FIRST_SEEK_MS = 15_000;
/** Seeks that are spread over the race and never meet one another. */
const GOLDEN = 0.618_033_988_7;

/** By the number of cars, ms at p95. */
const GOALS: Readonly<Record<number, number>> = { 100: 100, 1000: 600 };

/** An event with so many cars. @returns its id, and theirs */
const enterRace = async (folder: string, cars: number): Promise<{ eventId: number; ids: number[] }> => {
  const server = await startProgram(SERVER, [folder]);
  try {
    const planner = await signIn(server.url, 'planner');
    const eventId = await makeEvent(planner, 'Long race', cars);
    const story = await planner.call<PastStory>('GET', `history/${eventId}/story`);
    return { eventId, ids: story.cars.map(({ InvitationId }) => InvitationId) };
  } finally {
    await server.stop();
  }
};

/** The long race, driven by the cars of an event. */
function* racedBy(
  { eventId, ids }: { readonly eventId: number; readonly ids: readonly number[] },
  seconds: number,
  startsAt: number,
): Generator<Arrival> {
  for (const { invitationId, fix } of longRace(ids.length, seconds, startsAt))
    yield { eventId, invitationId: ids[invitationId - invitationOf(1, 0)] ?? 0, fix };
}

export const bench: Bench = async ({ sizes, compare }) => {
  const [hours = 0] = sizes('hours', [8], [0.02]);
  for (const field of sizes('cars', [100, 1_000], [3]))
    await inFolder(async (folder) => {
      const data = join(folder, 'data');
      await mkdir(data);
      const seconds = hours * 3_600;
      const startsAt = Math.floor(Date.now() / SPAN_MS) * SPAN_MS - hours * 3_600_000;
      const race = await enterRace(data, field);
      await writeHistory(join(data, 'records.db'), racedBy(race, seconds, startsAt), SAVE_EVERY_MS);
      const server = await startProgram(SERVER, [data]);
      try {
        const planner = await signIn(server.url, 'planner');
        const { eventId } = race;
        const story = `history/${eventId}/story`;
        const first = createLatencies();
        await first.time(() => planner.call<PastStory>('GET', story));
        let seek = 0;
        const next = (): number =>
          startsAt + FIRST_SEEK_MS + Math.floor(((seek++ * GOLDEN) % 1) * (seconds - 60)) * 1_000;
        const state = async (): Promise<void> => {
          const query = `instant=${new Date(next()).toISOString()}&truth=${seek % 2 === 0 ? 'seen' : 'happened'}`;
          const { cars } = await planner.call<PastState>('GET', `history/${eventId}/at?${query}`);
          const driving = cars.filter(({ live }) => !live.offline).length;
          if (driving !== field) throw new Error(`${driving} cars of ${field} drive.`);
        };
        const span = async (): Promise<void> => {
          const from = next();
          const times = `from=${new Date(from).toISOString()}&to=${new Date(from + SPAN_MS).toISOString()}`;
          const packed = await planner.bytes(`history/${eventId}/span?${times}`);
          const { cars } = decodePastSpan(packed);
          if (cars.size !== field) throw new Error(`A span has ${cars.size} cars of ${field}.`);
        };
        const goal = GOALS[field];
        await compare({
          what: `${hours} h of ${field} cars at 1 Hz`,
          load: { cars: field },
          unit: 'ms at p95 to the state of all cars at any second, asked and read',
          ours: {
            what: `GET /history/…/at, ${SEEKS} seeks`,
            run: async () => {
              const [states, spans] = [createLatencies(), createLatencies()];
              for (let i = 0; i < SEEKS; i += 1) {
                await states.time(state);
                await spans.time(span);
              }
              return {
                figure: states.percentile(0.95),
                also: {
                  'a minute to play, ms at p95': spans.percentile(0.95),
                  'first question, ms': first.percentile(1),
                },
              };
            },
          },
          ...(goal === undefined
            ? {}
            : { limits: [{ atMost: goal }, { of: 'a minute to play, ms at p95', atMost: goal }] }),
        });
      } finally {
        await server.stop();
      }
    });
};
