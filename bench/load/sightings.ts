import type { Records, SightingBlock } from '@flagpost/records';
import { createSightingParts, type SightingParts } from '@flagpost/telemetry';
import type { Arrival } from './long-race.ts';

const FRAME_MS = 100;
const SECOND_MS = 1_000;
const BLOCKS_AT_ONCE = 50;
const BESIDE = { linked: true, track: null, driver: null } as const;

/**
 * Writes what telemetry-ingest would have published of these arrivals, one event, in order of `receivedAt`.
 *
 * @returns the number of car-seconds in which something was published
 */
export const writeSightings = async (
  records: Pick<Records, 'sightings'>,
  arrivals: Iterable<Arrival>,
): Promise<number> => {
  const waiting: SightingBlock[] = [];
  const published = new Set<number>();
  let field: SightingParts | null = null;
  const parts = () => field?.parts ?? [];
  let [eventId, second, carSeconds] = [0, NaN, 0];
  const store = async (): Promise<void> => {
    await records.sightings.put(waiting);
    waiting.length = 0;
  };
  const collect = (): void => {
    for (const [part, sightings] of parts().entries()) {
      const block = sightings.block();
      if (block !== null) waiting.push({ eventId, writer: `bench.${part}`, ...block });
    }
  };
  const end = async (): Promise<void> => {
    const now = (second + 1) * SECOND_MS - 1;
    if (parts().some((sightings) => sightings.endsBefore(now))) collect();
    if (waiting.length > BLOCKS_AT_ONCE) await store();
    for (const sightings of parts()) sightings.second(now, () => BESIDE);
    carSeconds += published.size;
    published.clear();
  };
  for (const { eventId: of, invitationId, fix } of arrivals) {
    eventId = of;
    const at = Math.ceil(fix.receivedAt / FRAME_MS) * FRAME_MS;
    const next = Math.floor(at / SECOND_MS);
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
  collect();
  await store();
  return carSeconds;
};
