import { useState } from 'react';
import { PAST_SPAN_MS } from '@flagpost/contracts';
import { decodePastSpan, placeAt, positionsOf, type PastPosition } from '@flagpost/telemetry';
import { failureText } from '../../../shared/failures.js';
import { useAppDispatch } from '../../../shared/store.js';
import { TEXTS } from '../../../shared/texts/history.js';
import { bytesOf, historyApi } from '../api.js';
import { traceOf, type LapTrace } from './lap-trace.js';
import type { TimedLap } from './timed-laps.js';

export interface ChosenLap {
  readonly lap: TimedLap;
  readonly trace: LapTrace;
}

/** Laps with what was driven in them, read when they are compared. */
export const useLapTraces = (eventId: number) => {
  const dispatch = useAppDispatch();
  const [chosen, setChosen] = useState<readonly ChosenLap[]>([]);
  const [fault, setFault] = useState<string | null>(null);
  const [isReading, setIsReading] = useState(false);

  const read = async (lap: TimedLap): Promise<ChosenLap> => {
    const driven: Pick<PastPosition, 'at' | 'lat' | 'lng' | 'speedKph'>[] = [];
    const [begins, ends] = [lap.crossedAt - lap.lapTimeMs, lap.crossedAt];
    for (let from = begins; from < ends; from += PAST_SPAN_MS) {
      const to = Math.min(ends, from + PAST_SPAN_MS);
      const asked = historyApi.endpoints.span.initiate(
        { eventId, truth: 'happened', from, to },
        { subscribe: false, forceRefetch: true },
      );
      const rows = decodePastSpan(bytesOf(await dispatch(asked).unwrap())).cars.get(lap.InvitationId);
      if (rows === undefined) continue;
      const add = (at: number): void => {
        const place = placeAt(rows, 'happened', at);
        if (place !== null) driven.push({ at, ...place });
      };
      // A lap begins and ends between two positions.
      if (from === begins) add(begins);
      driven.push(...positionsOf(rows, 'happened').filter(({ at }) => at > from && at < to));
      add(to);
    }
    return { lap, trace: traceOf(driven) };
  };

  return {
    chosen,
    fault,
    isReading,
    async compare(laps: readonly TimedLap[]): Promise<void> {
      if (isReading) return;
      setIsReading(true);
      setFault(null);
      try {
        const found: ChosenLap[] = [];
        for (const lap of laps) found.push(await read(lap));
        setChosen(found);
        if (found.some(({ trace }) => trace.metres.length < 2)) setFault(TEXTS.history.laps.noPositions);
      } catch (error) {
        setFault(failureText(error));
      } finally {
        setIsReading(false);
      }
    },
  };
};
