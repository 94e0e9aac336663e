import { RACE, TRUTHS, type PastStory, type Truth } from '@flagpost/contracts';
import {
  PAST,
  countUntil,
  createAlertTimes,
  isSilentIn,
  pastIndexAt,
  type ControlReader,
} from '@flagpost/telemetry';
import type { SpanStore } from './span-store.js';

/** Race control knows what happens a moment later: only after so long the truths differ. */
const DIFFERS_MS = 5_000;
/** A lap is stated so long after its crossing at the latest, if its car goes on sending. */
const LAP_DIFFERS_MS = RACE.crossingSettlesAfterMs + DIFFERS_MS;

/** What one truth says of the cars. */
const createWitness = (
  story: Pick<PastStory, 'alerts' | 'alertsReceived'>,
  truth: Truth,
  { laps, lapTimes }: Pick<ControlReader, 'laps' | 'lapTimes'>,
  spans: Pick<SpanStore, 'rows'>,
) => {
  const timesOfAlert = createAlertTimes(story, truth);
  const alertsOf = new Map<number, ReturnType<typeof timesOfAlert>[]>();
  for (const alert of story.alerts) {
    const ofCar = alertsOf.get(alert.InvitationId) ?? [];
    alertsOf.set(alert.InvitationId, [...ofCar, timesOfAlert(alert)]);
  }
  /** By lap epoch and car. */
  const timesOfLaps = new Map<string, number[]>();
  laps.forEach(([id, epoch], i) => {
    const key = `${epoch} ${id}`;
    const times = timesOfLaps.get(key) ?? [];
    times.push(lapTimes[i] ?? NaN);
    timesOfLaps.set(key, times);
  });
  return {
    isInSos: (id: number, at: number): boolean =>
      alertsOf.get(id)?.some(({ raisedAt, clearedAt }) => raisedAt <= at && at < clearedAt) ?? false,
    lapsUntil: (id: number, epoch: number, at: number): number =>
      countUntil(timesOfLaps.get(`${epoch} ${id}`) ?? [], at),
    /** The newest state at a time, of those that are known around an instant. */
    stateAt(id: number, instant: number, at = instant) {
      const rows = spans.rows(truth, id, instant);
      const index = at === instant ? pastIndexAt(rows, at) : Math.max(0, pastIndexAt(rows, at));
      const valueOf = (field: number): number => (index < 0 ? NaN : (rows?.[index + field] ?? NaN));
      return {
        t: valueOf(PAST.t),
        isSilent: isSilentIn(rows, index, instant),
        isStopped: valueOf(PAST.stopped) === 1,
      };
    },
  };
};

/**
 * Answers for which cars the two truths differ at an instant: in where they were, whether they were silent, stood or were in an SOS, and
 * how many laps they had. Null while one of the truths has not come.
 */
export const createDiffering = (
  story: PastStory,
  readers: Readonly<Record<Truth, ControlReader>>,
  spans: Pick<SpanStore, 'has' | 'rows'>,
): ((instant: number) => readonly number[] | null) => {
  const happened = createWitness(story, 'happened', readers.happened, spans);
  const seen = createWitness(story, 'seen', readers.seen, spans);
  return (instant) => {
    if (!TRUTHS.every((truth) => spans.has(truth, instant))) return null;
    const epoch = story.resets.findLast(({ beganAt }) => beganAt <= instant)?.epoch ?? 0;
    /** Whether what was seen is neither what happens nor what happened a moment before. */
    const differs = <Value>(
      what: Value,
      whatHappened: (at: number) => Value,
      afterMs = DIFFERS_MS,
    ): boolean => [instant, instant - afterMs].every((at) => whatHappened(at) !== what);
    return story.cars
      .map(({ InvitationId }) => InvitationId)
      .filter((id) => {
        if (differs(seen.isInSos(id, instant), (at) => happened.isInSos(id, at))) return true;
        if (
          differs(
            seen.lapsUntil(id, epoch, instant),
            (at) => happened.lapsUntil(id, epoch, at),
            LAP_DIFFERS_MS,
          )
        )
          return true;
        const [was, wasSeen] = [happened.stateAt(id, instant), seen.stateAt(id, instant)];
        if (Number.isNaN(was.t) && Number.isNaN(wasSeen.t)) return false;
        if (was.isSilent !== wasSeen.isSilent) return true;
        const aheadMs = Math.abs(was.t - wasSeen.t);
        // Over a wrong clock of a device the two are compared by when they came.
        if (aheadMs > RACE.maxClockAheadMs * 60) return false;
        return (
          !(aheadMs <= DIFFERS_MS) ||
          differs(wasSeen.isStopped, (at) => happened.stateAt(id, instant, at).isStopped)
        );
      });
  };
};
