import {
  FLAG_FOLLOWED_MS,
  PASSES_ANSWERED,
  PAST_SPAN_MS,
  type DistancesAnswer,
  type FlagResponseAnswer,
  type PassesAnswer,
  type PastCar,
  type PastPart,
  type PastPass,
  type PastPlace,
  type PastStory,
  type Truth,
} from '@flagpost/contracts';
import { refuse } from '@flagpost/domain';
import { pause } from '@flagpost/platform';
import {
  createPassFinder,
  createSignalTimes,
  distanceM,
  placeAt,
  positionsOf,
  slowingOf,
  type Area,
  type PassFinder,
  type PastRows,
} from '@flagpost/telemetry';
import { byCarNumber } from '../../views/by-car-number.js';
import type { PastRaces } from '../../history/replay/past-races.js';
import type { Span } from '../../history/replay/past-span.js';

type Asked = { readonly eventId: number; readonly truth: Truth };
type Numbered = Pick<PastCar, 'InvitationId' | 'CarNumber'>;

const numbered = ({ InvitationId, CarNumber }: PastCar): Numbered => ({ InvitationId, CarNumber });
const byNumber = (one: Numbered, other: Numbered): number => byCarNumber(one.CarNumber, other.CarNumber);

/** What a question names may be younger than the story that is kept. */
const storyWith = async (
  past: PastRaces,
  eventId: number,
  isThere: (story: PastStory) => boolean,
): Promise<PastStory> => {
  const kept = await past.story(eventId);
  return isThere(kept) ? kept : past.story(eventId, true);
};

const placeOf = (car: PastCar, rows: PastRows | undefined, truth: Truth, instant: number): PastPlace => {
  const place = rows === undefined ? null : placeAt(rows, truth, instant);
  return place === null
    ? { ...numbered(car), lat: null, lng: null, speedKph: null, ageMs: null }
    : { ...numbered(car), ...place };
};

const between = (one: PastPlace, other: PastPlace): number | null =>
  one.lat === null || one.lng === null || other.lat === null || other.lng === null
    ? null
    : distanceM(one.lat, one.lng, other.lat, other.lng);

/** @throws {DomainError} history.positionsDeleted */
const requirePositions = ({ positionsDeleted }: PastStory): void => {
  if (positionsDeleted !== null) refuse('history.positionsDeleted');
};

/** @throws {DomainError} invitation.missing, history.positionsDeleted */
export const distances = async (
  past: PastRaces,
  {
    eventId,
    truth,
    instant,
    car,
    other,
  }: Asked & { instant: number; car: number; other: number | undefined },
): Promise<DistancesAnswer> => {
  const story = await storyWith(past, eventId, ({ cars }) =>
    [car, other ?? car].every((id) => cars.some(({ InvitationId }) => InvitationId === id)),
  );
  requirePositions(story);
  const { source, cars } = story;
  const { cars: rows } = await past.span(eventId, truth, { from: instant, to: instant });
  const place = (id: number): PastPlace => {
    const found = cars.find(({ InvitationId }) => InvitationId === id);
    return found === undefined
      ? refuse('invitation.missing', 'missing')
      : placeOf(found, rows.get(id), truth, instant);
  };
  const here = place(car);
  const asked = other === undefined ? cars.map(({ InvitationId }) => InvitationId) : [other];
  const others = asked
    .filter((id) => id !== car)
    .map((id) => {
      const there = place(id);
      return { ...there, distanceM: between(here, there) };
    })
    .sort((a, b) => (a.distanceM ?? Infinity) - (b.distanceM ?? Infinity) || byNumber(a, b));
  return { eventId, source, truth, instant, car: here, others };
};

/** Positions of a car that are looked at before others have their turn. */
const POSITIONS_AT_ONCE = 100;

/** Each time that a car was in an area. Reads the race in slices. @throws {DomainError} history.positionsDeleted */
export const passes = async (
  past: PastRaces,
  area: Area,
  { eventId, truth, from, to, where }: Asked & Span & { where: PastPart },
  signal: AbortSignal,
): Promise<PassesAnswer> => {
  const story = await past.story(eventId);
  requirePositions(story);
  const { source, cars } = story;
  const finders = new Map<number, PassFinder>();
  for (let begins = from; begins < to; begins += PAST_SPAN_MS) {
    const ends = Math.min(to, begins + PAST_SPAN_MS);
    signal.throwIfAborted();
    const part = await past.span(eventId, truth, { from: begins, to: ends });
    let looked = 0;
    for (const [id, rows] of part.cars) {
      const finder = finders.get(id) ?? createPassFinder(area);
      finders.set(id, finder);
      for (const position of positionsOf(rows, truth)) {
        if (position.at < begins || position.at >= ends) continue;
        finder.take(position);
        looked += 1;
        if (looked % POSITIONS_AT_ONCE === 0) await pause();
      }
    }
  }
  const found = cars.flatMap((car): PastPass[] => {
    const finder = finders.get(car.InvitationId);
    finder?.end();
    return (finder?.passes ?? []).map((pass) => ({ ...numbered(car), ...pass }));
  });
  found.sort((a, b) => b.maxKph - a.maxKph || a.enteredAt - b.enteredAt);
  const answered = found.slice(0, PASSES_ANSWERED);
  return { eventId, source, truth, from, to, where, total: found.length, passes: answered };
};

/** @throws {DomainError} flag.missing */
export const flagResponse = async (
  past: PastRaces,
  { eventId, truth, flagId, slowerPercent }: Asked & { flagId: number; slowerPercent: number },
): Promise<FlagResponseAnswer> => {
  const flagIn = ({ flags }: PastStory) => flags.find(({ FlagId }) => FlagId === flagId);
  const story = await storyWith(past, eventId, (each) => flagIn(each) !== undefined);
  const flag = flagIn(story) ?? refuse('flag.missing', 'missing');
  const sentAt = Date.parse(flag.SentAt);
  const clearedAt = flag.ClearedAt === null ? Infinity : Date.parse(flag.ClearedAt);
  const until = Math.min(sentAt + FLAG_FOLLOWED_MS, clearedAt);
  const { cars: rows } = await past.span(eventId, truth, { from: sentAt, to: until });
  const { timeOfShowing, timeOfConfirmation } = createSignalTimes(story, truth);
  const receivers = flag.InvitationsSelected;
  const cars = story.cars
    .filter(({ InvitationId }) => receivers.length === 0 || receivers.includes(InvitationId))
    .map((car) => {
      const { InvitationId: id } = car;
      const ofCar = rows.get(id) ?? new Float64Array();
      const speedKph = placeAt(ofCar, truth, sentAt)?.speedKph ?? null;
      const after = positionsOf(ofCar, truth).filter(({ at }) => at > sentAt && at <= until);
      const shown = flag.Shown.find(({ InvitationId }) => InvitationId === id);
      const confirmed = flag.Confirmed.find(({ InvitationId }) => InvitationId === id);
      return {
        ...numbered(car),
        speedKph,
        shownAt: shown === undefined ? null : timeOfShowing(flagId, shown),
        confirmedAt: confirmed === undefined ? null : timeOfConfirmation(flagId, confirmed),
        ...slowingOf(after, speedKph ?? 0, slowerPercent / 100),
        ...(speedKph === null && { slowedAt: null }),
      };
    })
    .sort(byNumber);
  return { eventId, source: story.source, truth, flagId, sentAt, until, slowerPercent, cars };
};
