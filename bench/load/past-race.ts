import type { PastState, PastStory } from '@flagpost/contracts';
import type { Records } from '@flagpost/records';
import { decodePastSpan } from '@flagpost/telemetry';
import type { Context, Run } from '../frame/bench.ts';
import { openBrowser } from '../frame/browser.ts';
import { createLatencies } from '../frame/measure.ts';
import type { Program } from '../frame/program.ts';
import { makeEvent, signIn, type Caller } from './events.ts';
import { longRace, writeHistory, type Arrival } from './long-race.ts';
import { openReplayPage } from './replay-page.ts';
import { writeSightings } from './sightings.ts';
import { invitationOf } from './race-load.ts';
import { startStandalone } from './standalone.ts';

const SAVE_EVERY_MS = 60_000;
/** What a screen asks for when somebody drags the timeline. */
const SPAN_MS = 60_000;
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

/** A race in the records, whose cars are competitors of an event. */
export interface PastRace {
  readonly eventId: number;
  readonly ids: readonly number[];
  readonly seconds: number;
  /** Epoch ms. */
  readonly startsAt: number;
}

/** A standalone for as long as `use` takes. */
const inStandalone = async <T>(
  words: readonly string[],
  use: (server: Program) => Promise<T>,
): Promise<T> => {
  const server = await startStandalone(words);
  try {
    return await use(server);
  } finally {
    await server.stop();
  }
};

/** An event with so many cars. @returns its id, and theirs */
const enterRace = (words: readonly string[], cars: number): Promise<Pick<PastRace, 'eventId' | 'ids'>> =>
  inStandalone(words, async (server) => {
    const planner = await signIn(server.url, 'planner');
    const eventId = await makeEvent(planner, 'Long race', cars);
    const story = await planner.call<PastStory>('GET', `history/${eventId}/story`);
    return { eventId, ids: story.cars.map(({ InvitationId }) => InvitationId) };
  });

/** The long race, driven by the cars of an event. */
function* racedBy({ eventId, ids, seconds, startsAt }: PastRace): Generator<Arrival> {
  for (const { invitationId, fix } of longRace(ids.length, seconds, startsAt))
    yield { eventId, invitationId: ids[invitationId - invitationOf(1, 0)] ?? 0, fix };
}

export interface PastRaceOptions {
  /** Of the standalone over the records. */
  readonly words: readonly string[];
  readonly cars: number;
  readonly hours: number;
  /** Opens the records while no program has them. */
  readonly use: (use: (records: Records) => Promise<void>) => Promise<void>;
}

/** A race at 1 Hz that ends now: its event by the api, its history straight into the records. */
export const writeRace = async ({ words, cars, hours, use }: PastRaceOptions): Promise<PastRace> => {
  const startsAt = Math.floor(Date.now() / SPAN_MS) * SPAN_MS - hours * 3_600_000;
  const race = { seconds: hours * 3_600, startsAt, ...(await enterRace(words, cars)) };
  await use(async (records) => {
    await writeHistory(records, racedBy(race), SAVE_EVERY_MS);
    await writeSightings(records, racedBy(race), SAVE_EVERY_MS);
  });
  return race;
};

/** Instants all over the race, none twice. */
const seeksOf = ({ seconds, startsAt }: PastRace): (() => number) => {
  let seek = 0;
  return () => startsAt + FIRST_SEEK_MS + Math.floor(((seek++ * GOLDEN) % 1) * (seconds - 60)) * 1_000;
};

/** @returns ms from the first question to a race that a process gets, to its answer */
const askFirst = async (planner: Caller, { eventId }: PastRace): Promise<number> => {
  const first = createLatencies();
  await first.time(() => planner.call<PastStory>('GET', `history/${eventId}/story`));
  return first.percentile(1);
};

/** The question that finds no keyframes, in a process of its own: it makes them. */
export const askWithoutKeyframes = (words: readonly string[], race: PastRace): Promise<number> =>
  inStandalone(words, async (server) => askFirst(await signIn(server.url, 'planner'), race));

export const keyframesOf = async (records: Records, { eventId, ids, seconds }: PastRace): Promise<number> => {
  const keyframes = await records.history.keyframes(eventId);
  return keyframes.reduce((sum, { bytes }) => sum + bytes.length, 0) / (ids.length * seconds);
};

/** What the server takes, by its own answers. */
const createAsking = async (
  planner: Caller,
  race: PastRace,
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

export interface Compared {
  readonly what: string;
  /** Questions in a round. */
  readonly seeks: number;
  /** Figures that are told beside the answers. */
  readonly about: Readonly<Record<string, number>>;
}

const compareAnswers = async (
  { compare }: Context,
  server: Program,
  race: PastRace,
  { what, seeks, about }: Compared,
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
  race: PastRace,
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

/** What a race's replay takes in a standalone of its own: the answers, and the screen. */
export const compareReplay = (
  context: Context,
  words: readonly string[],
  race: PastRace,
  compared: Compared,
): Promise<void> =>
  inStandalone(words, async (server) => {
    await compareAnswers(context, server, race, compared);
    await comparePictures(context, server, race, compared.what);
  });
