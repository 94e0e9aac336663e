import { DAY_MS } from './time.js';

/** Obstacles to starting an event. One pure function, for the api and for every screen. */

/** Requirements for authorising a competitor. */
const NEEDED_TO_AUTHORIZE = ['category', 'carNumber', 'brand', 'model'] as const;
export type NeededToAuthorize = (typeof NEEDED_TO_AUTHORIZE)[number];

/** The requirements that a competitor lacks. None: it can be authorised. */
export const lackingToAuthorize = (entry: {
  readonly categoryId: number | null;
  readonly carNumber: string | null;
  readonly brand: string | null;
  readonly model: string | null;
}): NeededToAuthorize[] =>
  NEEDED_TO_AUTHORIZE.filter((each) => (each === 'category' ? entry.categoryId === null : !entry[each]));

/** How long ago a car may have been heard to count as heard, in ms. */
export const HEARD_WITHIN_MS = DAY_MS;

/** Known data of an event that is not past. */
export interface Preparations {
  readonly published: boolean;
  /** Whether a line is drawn, and its ends are placed. */
  readonly track: boolean;
  readonly start: boolean;
  readonly finish: boolean;
  /** How many of each. */
  readonly categories: number;
  readonly competitors: number;
  readonly authorized: number;
  /** Of the licence that counts when the event starts; null if its institution has none then. */
  readonly licencesLeft: number | null;
  /** How many of the authorised competitors were heard within `HEARD_WITHIN_MS`. */
  readonly heard: number;
}

/** `missing`: the race cannot start so. `attention`: it can, and somebody may be left out. */
export type ReadyState = 'ready' | 'attention' | 'missing';
export type ReadyLineName = 'published' | 'line' | 'categories' | 'competitors' | 'licences' | 'heard';
/**
 * Where a line is mended: the event's own buttons Publish and Edit details, the table of tracks, the competitors' screen, the
 * institution's licences, or a competitor's device.
 */
export type ReadyPlace = 'publish' | 'details' | 'map' | 'competitors' | 'licences' | 'devices';

export interface ReadyLine {
  readonly line: ReadyLineName;
  readonly state: ReadyState;
  readonly place: ReadyPlace;
  /**
   * How much is there of how much: of the line's three parts (drawn, start, finish), of the competitors, of the licences
   * that are still needed, of the authorised cars.
   */
  readonly done: number;
  readonly of: number;
}

const partly = (done: number, of: number): ReadyState =>
  done === 0 ? 'missing' : done < of ? 'attention' : 'ready';

/** In the order in which an event is made. */
export const readyToRace = (event: Preparations): readonly ReadyLine[] => {
  const parts = [event.track, event.start, event.finish].filter(Boolean).length;
  const waiting = event.competitors - event.authorized;
  const left = event.licencesLeft ?? 0;
  return [
    {
      line: 'published',
      place: 'publish',
      state: event.published ? 'ready' : 'missing',
      done: event.published ? 1 : 0,
      of: 1,
    },
    { line: 'line', place: 'map', state: parts === 3 ? 'ready' : 'missing', done: parts, of: 3 },
    {
      line: 'categories',
      place: 'details',
      state: event.categories > 0 ? 'ready' : 'missing',
      done: event.categories,
      of: event.categories,
    },
    {
      line: 'competitors',
      place: 'competitors',
      state: partly(event.authorized, event.competitors),
      done: event.authorized,
      of: event.competitors,
    },
    {
      line: 'licences',
      place: 'licences',
      // Whoever is authorised has one already.
      state: left >= waiting ? 'ready' : left + event.authorized > 0 ? 'attention' : 'missing',
      done: left,
      of: waiting,
    },
    {
      line: 'heard',
      place: 'devices',
      state: event.heard >= event.authorized && event.heard > 0 ? 'ready' : 'attention',
      done: event.heard,
      of: event.authorized,
    },
  ];
};

const WORST_FIRST: readonly ReadyState[] = ['missing', 'attention', 'ready'];

/** The state of the whole event: that of its worst line. */
export const readyStateOf = (lines: readonly Pick<ReadyLine, 'state'>[]): ReadyState =>
  WORST_FIRST.find((state) => lines.some((line) => line.state === state)) ?? 'ready';
