import type { Records, SightingBlock } from '@flagpost/records';
import { createSightingParts, minuteOf, quantiseInput, type SightingParts } from '@flagpost/telemetry';
import { compactMinute } from '@flagpost/telemetry-ingest';
import type { Arrival } from './long-race.ts';

const FRAME_MS = 100;
const SECOND_MS = 1_000;
/** When in a second the states are kept: a process begins at any time. */
const PHASE_MS = 370;
/** A pause of the race. */
const PAUSE_MS = 10_000;
const STORE_EVERY_MS = 10_000;
/** After the end of a minute its blocks refer to the journals. */
const COMPACT_AFTER_MS = 30_000;
/** As long as that of a telemetry-ingest. */
const RUN = 'bench000';
const BESIDE = { linked: true, track: null, driver: null } as const;

/** When frames are published: by a timer of 100 ms that is mostly 0 or 1 ms late, the same in every run. */
const createFrames = (): ((receivedAt: number) => number) => {
  let [state, frameAt] = [1, 0];
  const lateMs = (): number => {
    state = Math.imul(state, 48_271) >>> 0;
    return Math.floor(-1.2 * Math.log((state + 1) / 2 ** 32));
  };
  return (receivedAt) => {
    if (receivedAt - frameAt > PAUSE_MS) frameAt = receivedAt;
    while (frameAt < receivedAt) frameAt += FRAME_MS + lateMs();
    return frameAt;
  };
};

/**
 * Writes what telemetry-ingest would have published of these arrivals, one event, in order of `receivedAt`. Their history is
 * written before.
 *
 * @returns the number of car-seconds in which something was published
 */
export const writeSightings = async (
  records: Pick<Records, 'history' | 'sightings'>,
  arrivals: Iterable<Arrival>,
  storeEveryMs = STORE_EVERY_MS,
): Promise<number> => {
  const waiting = new Map<string, SightingBlock>();
  const uncompacted = new Set<number>();
  const published = new Set<number>();
  const frameFrom = createFrames();
  let field: SightingParts | null = null;
  const parts = () => field?.parts ?? [];
  let [eventId, second, carSeconds, storedAt] = [0, NaN, 0, 0];
  const collect = (): void => {
    for (const [part, sightings] of parts().entries()) {
      const block = sightings.block();
      const writer = `${RUN}.${part}`;
      if (block !== null) waiting.set(`${block.minute} ${writer}`, { eventId, writer, ...block });
    }
  };
  const store = async (newest: number): Promise<void> => {
    collect();
    const blocks = [...waiting.values()];
    waiting.clear();
    await records.sightings.put(blocks);
    for (const { minute } of blocks) uncompacted.add(minute);
    for (const minute of uncompacted) {
      if (minute > newest) continue;
      await compactMinute(records, eventId, minute, () => true);
      uncompacted.delete(minute);
    }
  };
  const end = async (): Promise<void> => {
    const now = (second + 1) * SECOND_MS + PHASE_MS - 1;
    if (parts().some((sightings) => sightings.endsBefore(now))) collect();
    for (const sightings of parts()) sightings.second(now, () => BESIDE);
    carSeconds += published.size;
    published.clear();
    if (now - storedAt < storeEveryMs) return;
    storedAt = now;
    await store(minuteOf(now - COMPACT_AFTER_MS) - 1);
  };
  for (const { eventId: of, invitationId, fix: sent } of arrivals) {
    eventId = of;
    const fix = quantiseInput({ ...sent });
    const at = frameFrom(fix.receivedAt);
    const next = Math.floor((at - PHASE_MS) / SECOND_MS);
    if (!Number.isNaN(second) && next !== second) await end();
    second = next;
    field ??= createSightingParts(of);
    published.add(invitationId);
    field.of(invitationId).take(at, {
      invitationId,
      receivedAt: fix.receivedAt,
      t: fix.t ?? fix.receivedAt,
      lat: fix.lat ?? null,
      lng: fix.lng ?? null,
      headingDeg: fix.headingDeg ?? null,
      speedKph: fix.speedKph ?? 0,
      battery: null,
      lapEpoch: 0,
      counter: 0,
      lastLapMs: null,
      bestLapMs: null,
      offline: false,
      stopped: false,
      sos: false,
    });
  }
  await end();
  await store(Infinity);
  return carSeconds;
};
