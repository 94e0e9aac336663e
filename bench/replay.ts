import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { PastState, PastStory } from '@flagpost/contracts';
import type { Records } from '@flagpost/records';
import { decodePastSpan } from '@flagpost/telemetry';
import type { Bench, Context, Run } from './frame/bench.ts';
import { openBrowser } from './frame/browser.ts';
import { inFolder } from './frame/folder.ts';
import { createLatencies } from './frame/measure.ts';
import type { Program } from './frame/program.ts';
import { makeEvent, signIn, type Caller } from './load/events.ts';
import { inRecords, longRace, writeHistory, type Arrival } from './load/long-race.ts';
import { startMongoRecords } from './load/mongo-records.ts';
import { openReplayPage } from './load/replay-page.ts';
import { writeSightings } from './load/sightings.ts';
import { invitationOf } from './load/race-load.ts';
import { startStandalone } from './load/standalone.ts';

const SAVE_EVERY_MS = 60_000;
/** What a screen asks for when somebody drags the timeline. */
const SPAN_MS = 60_000;
const SEEKS = 100;
/** Over MongoDB: where its double stands in, which reads whole collections, an answer takes seconds. */
const SEEKS_THERE = 10;
/** A screen that is drawn by software takes its time. */
const PICTURES = 20;
const PLAYED_S = 10;
/** By then every car has sent. */
const FIRST_SEEK_MS = 15_000;
/** Seeks that are spread over the race and never meet one another. */
const GOLDEN = 0.618_033_988_7;

/** By the number of cars, ms at p95: to the state, and to the picture. */
const GOALS: Readonly<Record<number, readonly [state: number, picture: number]>> = {
  100: [100, 300],
  1000: [600, 600],
};
/** Of 60 s of a race that are to be shown in one. */
const LEAST_RACE_SECONDS = 57;

interface LongRace {
  readonly eventId: number;
  readonly ids: readonly number[];
  readonly seconds: number;
  readonly startsAt: number;
}

/** An event with so many cars. @returns its id, and theirs */
const enterRace = async (
  words: readonly string[],
  cars: number,
): Promise<Pick<LongRace, 'eventId' | 'ids'>> => {
  const server = await startStandalone(words);
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
function* racedBy({ eventId, ids, seconds, startsAt }: LongRace): Generator<Arrival> {
  for (const { invitationId, fix } of longRace(ids.length, seconds, startsAt))
    yield { eventId, invitationId: ids[invitationId - invitationOf(1, 0)] ?? 0, fix };
}

const write = async (records: Records, race: LongRace): Promise<void> => {
  await writeHistory(records, racedBy(race), SAVE_EVERY_MS);
  await writeSightings(records, racedBy(race), SAVE_EVERY_MS);
};

/** Instants all over the race, none twice. */
const seeksOf = ({ seconds, startsAt }: LongRace): (() => number) => {
  let seek = 0;
  return () => startsAt + FIRST_SEEK_MS + Math.floor(((seek++ * GOLDEN) % 1) * (seconds - 60)) * 1_000;
};

/** @returns ms from the first question to a race that a process gets, to its answer */
const askFirst = async (planner: Caller, { eventId }: LongRace): Promise<number> => {
  const first = createLatencies();
  await first.time(() => planner.call<PastStory>('GET', `history/${eventId}/story`));
  return first.percentile(1);
};

/** The question that finds no keyframes, in a process of its own: it makes them. */
const askWithoutKeyframes = async (words: readonly string[], race: LongRace): Promise<number> => {
  const server = await startStandalone(words);
  try {
    return await askFirst(await signIn(server.url, 'planner'), race);
  } finally {
    await server.stop();
  }
};

const keyframesOf = async (records: Records, { eventId, ids, seconds }: LongRace): Promise<number> => {
  const keyframes = await records.history.keyframes(eventId);
  return keyframes.reduce((sum, { bytes }) => sum + bytes.length, 0) / (ids.length * seconds);
};

/** What the server takes, by its own answers. */
const createAsking = async (
  planner: Caller,
  race: LongRace,
  seeks: number,
  about: Readonly<Record<string, number>>,
): Promise<() => Promise<Run>> => {
  const { eventId, ids } = race;
  const first = await askFirst(planner, race);
  const next = seeksOf(race);
  let asked = 0;
  const state = async (): Promise<void> => {
    const query = `instant=${new Date(next()).toISOString()}&truth=${asked++ % 2 === 0 ? 'seen' : 'happened'}`;
    const { cars } = await planner.call<PastState>('GET', `history/${eventId}/at?${query}`);
    const driving = cars.filter(({ live }) => !live.offline).length;
    if (driving !== ids.length) throw new Error(`${driving} cars of ${ids.length} drive.`);
  };
  const span = async (): Promise<void> => {
    const from = next();
    const times = `from=${new Date(from).toISOString()}&to=${new Date(from + SPAN_MS).toISOString()}`;
    const packed = await planner.bytes(`history/${eventId}/span?${times}`);
    const { cars } = decodePastSpan(packed);
    if (cars.size !== ids.length) throw new Error(`A span has ${cars.size} cars of ${ids.length}.`);
  };
  return async () => {
    const [states, spans] = [createLatencies(), createLatencies()];
    for (let i = 0; i < seeks; i += 1) {
      await states.time(state);
      await spans.time(span);
    }
    return {
      figure: states.percentile(0.95),
      also: {
        'a minute to play, ms at p95': spans.percentile(0.95),
        'first question, ms': first,
        ...about,
      },
    };
  };
};

const compareAnswers = async (
  { compare }: Context,
  server: Program,
  race: LongRace,
  what: string,
  seeks: number,
  about: Readonly<Record<string, number>>,
): Promise<void> => {
  const run = await createAsking(await signIn(server.url, 'planner'), race, seeks, about);
  const field = race.ids.length;
  const [goal] = GOALS[field] ?? [];
  await compare({
    what,
    load: { cars: field },
    unit: 'ms at p95 to the state of all cars at any second, asked and read',
    ours: { what: `GET /history/…/at, ${seeks} seeks`, run },
    ...(goal === undefined
      ? {}
      : { limits: [{ atMost: goal }, { of: 'a minute to play, ms at p95', atMost: goal }] }),
  });
};

/** What somebody waits for who drags the timeline, and how smoothly the race goes by. */
const comparePictures = async (
  { compare, at, note }: Context,
  server: Program,
  race: LongRace,
  what: string,
): Promise<void> => {
  const browser = await openBrowser();
  if (browser === null) {
    note('missing', 'a Chromium; CHROMIUM_PATH says where one is');
    return;
  }
  note('browser', `Chromium ${browser.version()}, drawing in software on the same processors`);
  const field = race.ids.length;
  const [, goal] = GOALS[field] ?? [];
  const pictures = at({ whole: PICTURES, quick: PICTURES, smoke: 2 });
  const playedS = at({ whole: PLAYED_S, quick: PLAYED_S, smoke: 1 });
  try {
    const next = seeksOf(race);
    const page = await openReplayPage(browser, { url: server.url, eventId: race.eventId, instant: next() });
    await compare({
      what: `${what}, on a screen`,
      load: { cars: field },
      unit: 'ms at p95 from a drag to any second to its picture',
      ours: {
        what: `Chromium at 1440 x 900: a minute of what happened asked for, read, and drawn; ${pictures} seeks`,
        run: async () => {
          const [shown, compared] = [createLatencies(), createLatencies()];
          for (let i = 0; i < pictures; i += 1) {
            const { pictureMs, comparedMs } = await page.seek(next());
            shown.add(pictureMs);
            compared.add(comparedMs);
          }
          return {
            figure: shown.percentile(0.95),
            also: {
              'at the median, ms': shown.percentile(0.5),
              'to both truths, ms at p95': compared.percentile(0.95),
            },
          };
        },
      },
      ...(goal === undefined ? {} : { limits: [{ atMost: goal }] }),
    });
    await compare({
      what: `${what}, played 60 times as fast`,
      load: { cars: field },
      unit: 'seconds of the race shown in a second',
      ours: {
        what: `Chromium at 1440 x 900, for ${playedS} s`,
        run: async () => {
          const begins = race.startsAt + (next() - race.startsAt) / 2;
          const { raceSeconds, drawings, longestGapMs } = await page.play(begins, playedS);
          return {
            figure: raceSeconds,
            also: { 'drawings a second': drawings, 'longest without a drawing, ms': longestGapMs },
          };
        },
      },
      ...(goal === undefined
        ? {}
        : {
            limits: [{ atLeast: LEAST_RACE_SECONDS }, { of: 'longest without a drawing, ms', atMost: goal }],
          }),
    });
    await page.close();
  } finally {
    await browser.close();
  }
};

export const bench: Bench = async (context) => {
  const { sizes } = context;
  const [hours = 0] = sizes('hours', [8], [0.15], [2]);
  const startsAt = Math.floor(Date.now() / SPAN_MS) * SPAN_MS - hours * 3_600_000;
  const timed = { seconds: hours * 3_600, startsAt };
  for (const field of sizes('cars', [100, 1_000], [3]))
    await inFolder(async (folder) => {
      const data = join(folder, 'data');
      await mkdir(data);
      const race = { ...timed, ...(await enterRace([data], field)) };
      await inRecords(join(data, 'records.db'), (records) => write(records, race));
      const about = {
        'first question of all, ms': await askWithoutKeyframes([data], race),
        'keyframes, bytes a fix': await inRecords(join(data, 'records.db'), (records) =>
          keyframesOf(records, race),
        ),
      };
      const server = await startStandalone([data]);
      const what = `${hours} h of ${field} cars at 1 Hz`;
      try {
        await compareAnswers(context, server, race, what, SEEKS, about);
        await comparePictures(context, server, race, what);
      } finally {
        await server.stop();
      }
    });

  for (const field of sizes('cars-mongo', [100], [3]))
    await inFolder(async (folder) => {
      const mongo = await startMongoRecords();
      if (typeof mongo === 'string') {
        context.note('missing', mongo);
        return;
      }
      context.note('servers', mongo.says);
      const [mongoHours = 0] = sizes('hours-mongo', [0.5], [0.1]);
      try {
        const words = [folder, ...mongo.settings];
        const timedThere = {
          seconds: mongoHours * 3_600,
          startsAt: Math.floor(Date.now() / SPAN_MS) * SPAN_MS - mongoHours * 3_600_000,
        };
        const race = { ...timedThere, ...(await enterRace(words, field)) };
        await mongo.use((records) => write(records, race));
        const about = { 'first question of all, ms': await askWithoutKeyframes(words, race) };
        const server = await startStandalone(words);
        try {
          await compareAnswers(
            context,
            server,
            race,
            `${mongoHours} h of ${field} cars at 1 Hz, over MongoDB`,
            SEEKS_THERE,
            about,
          );
        } finally {
          await server.stop();
        }
      } finally {
        await mongo.stop();
      }
    });
};
