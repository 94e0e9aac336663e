import { describe, expect, it } from '@jest/globals';
import { carKey, type PositionInput, type SetupCar } from '@flagpost/contracts';
import type { Lap } from '@flagpost/domain';
import type { HistoryBlock, HistoryStore } from '@flagpost/records';
import { createEngine, minuteOf, quantiseInput } from '@flagpost/telemetry';
import { formerBlock } from '@flagpost/telemetry/former-block';
import {
  createJournalCodec,
  currentRules,
  INPUT_ROW,
  setInputRow,
  type PlacedNote,
} from '@flagpost/telemetry/journal';
import { FINISH } from '@flagpost/testing';
import { raceSetup } from '@flagpost/testing/race-setup';
import { recomputeRace } from './recompute-race.js';

const EVENT = 7;
const CAR = 3;
const BEGAN = Date.UTC(2026, 5, 6, 12);
/** As an organiser's device sends them: a kilometre from the finish and back, a round a minute. */
const inputs = Array.from({ length: 300 }, (_, second): PositionInput => {
  const angle = (2 * Math.PI * second) / 60;
  const at = BEGAN + second * 1_000;
  const [north, east] = [0.005 * (1 - Math.cos(angle)), 0.005 * Math.sin(angle)];
  return quantiseInput({
    receivedAt: at + 80,
    t: at,
    lat: FINISH.lat + north + 1e-7 * second,
    lng: FINISH.lng + east,
    ...(second === 100 ? { signal: { type: 'sos' as const, t: at } } : {}),
  });
});

/** A race of one car, as telemetry-ingest keeps it, and the laps that its engine stated. `entry`: of the car, in the setup. */
const aRace = (entry: Partial<SetupCar> = {}) => {
  const placed: PlacedNote[] = [];
  const place = { run: BEGAN, offset: 0 };
  const engine = createEngine({ onEffect: (_event, _car, note) => placed.push({ ...place, note }) });
  placed.push({ ...place, note: { type: 'opened', from: 'nothing', rules: currentRules() } });
  const setup = raceSetup(EVENT, BEGAN, [CAR]);
  engine.setup(EVENT, { ...setup, cars: setup.cars.map((car) => ({ ...car, ...entry })) });
  const codec = createJournalCodec();
  const blocks = new Map<number, Uint8Array>();
  for (const [offset, input] of inputs.entries()) {
    place.offset = offset;
    const row = new Float64Array(INPUT_ROW);
    setInputRow(row, 0, input, engine.apply(carKey(EVENT, CAR), input), offset, BEGAN);
    const { signal } = input;
    if (signal !== undefined) placed.push({ ...place, note: { type: 'signal', signal } });
    const minute = minuteOf(input.receivedAt);
    blocks.set(minute, codec.append(minute, blocks.get(minute) ?? null, row, placed.splice(0)));
  }
  const laps = engine.takeFacts().flatMap((fact): Lap[] => {
    if (fact.type !== 'lapCompleted') return [];
    const { type: _type, id: _id, ...lap } = fact;
    return [lap];
  });
  const stored = [...blocks].map(([minute, bytes]): HistoryBlock => ({
    eventId: EVENT,
    invitationId: CAR,
    minute,
    bytes,
  }));
  return { laps, stored };
};
const historyOf = (stored: readonly HistoryBlock[]): Pick<HistoryStore, 'minutes' | 'read'> => ({
  minutes: async () => {
    const minutes = stored.map(({ minute }) => minute);
    return { first: Math.min(...minutes), newest: Math.max(...minutes) };
  },
  read: async (_eventId, from, to) => stored.filter(({ minute }) => minute >= from && minute <= to),
});

describe('a race that is computed again', () => {
  const { laps, stored } = aRace();

  it('has the laps that were recorded', async () => {
    expect(laps.length).toBeGreaterThan(2);
    expect(await recomputeRace(historyOf(stored), EVENT, { laps, resets: [] })).toEqual({
      laps: laps.length,
      equal: laps.length,
      difference: null,
      inputs: inputs.length,
      isReduced: false,
      otherRules: null,
    });
  });

  it('has those too that an instance stated of inputs that only the next one could store', async () => {
    const [, second] = laps;
    const next = aRace({ lap: 2, crossedAt: second?.crossedAt ?? NaN });
    expect(next.laps).toEqual(laps.slice(2));
    expect(await recomputeRace(historyOf(next.stored), EVENT, { laps, resets: [] })).toMatchObject({
      laps: laps.length,
      equal: laps.length,
    });
  });

  it('names the first lap that is another one, is missing, or was never driven', async () => {
    const [first, second, ...others] = laps;
    const differenceOf = async (recorded: readonly Lap[]) => {
      const {
        laps: all,
        equal,
        difference,
      } = await recomputeRace(historyOf(stored), EVENT, {
        laps: recorded,
        resets: [],
      });
      return { unequal: all - equal, difference };
    };
    const altered = { ...second!, lapTimeMs: (second!.lapTimeMs ?? 0) - 1 };
    expect(await differenceOf([first!, altered, ...others])).toEqual({
      unequal: 1,
      difference: { invitationId: CAR, recorded: altered, computed: second },
    });
    expect(await differenceOf([first!, ...others])).toEqual({
      unequal: 1,
      difference: { invitationId: CAR, recorded: null, computed: second },
    });
    const invented = { ...first!, invitationId: 9 };
    expect(await differenceOf([...laps, invented])).toEqual({
      unequal: 1,
      difference: { invitationId: 9, recorded: invented, computed: null },
    });
  });

  it('lacks a lap if a position is taken from its history', async () => {
    const [one, two, ...rest] = stored;
    const shortened = [one!, ...rest];
    expect(two?.minute).toBe(minuteOf(BEGAN) + 1);
    const { laps: all, equal } = await recomputeRace(historyOf(shortened), EVENT, { laps, resets: [] });
    expect(equal).toBeLessThan(all);
  });

  it('cannot be, if a former release kept it', async () => {
    const minute = minuteOf(BEGAN);
    const bytes = formerBlock(minute, []);
    const former = { eventId: EVENT, invitationId: CAR, minute, bytes };
    const { isReduced } = await recomputeRace(historyOf([former]), EVENT, { laps, resets: [] });
    expect(isReduced).toBe(true);
  });
});
