import { useEffect, useRef, useState } from 'react';
import type { CompetitorCounts } from '@flagpost/contracts';
import { useAppDispatch } from '../../shared/store.js';
import { competitorsApi } from './api.js';

/** A change of many competitors, while it goes on. */
export interface Bulk {
  /** Shown once it takes longer than people wait without a sign. */
  readonly isShown: boolean;
  readonly done: number;
  readonly of: number;
}

const SHOWN_AFTER_MS = 1_000;
const EVERY_MS = 500;

/** Carries out one command over many competitors, and counts how far it has come. */
export const useBulk = (eventId: number) => {
  const dispatch = useAppDispatch();
  const [bulk, setBulk] = useState<Bulk | null>(null);
  const timer = useRef<number | undefined>(undefined);
  useEffect(() => () => window.clearTimeout(timer.current), []);

  const counts = (): Promise<CompetitorCounts> =>
    dispatch(
      competitorsApi.endpoints.competitorCounts.initiate(eventId, { subscribe: false, forceRefetch: true }),
    ).unwrap();

  /**
   * @param of how many competitors it is about
   * @param change the count that shows the progress, and its value before
   */
  const run = async <Answer>(
    of: number,
    { count, before }: { readonly count: keyof CompetitorCounts; readonly before: number },
    command: () => Promise<Answer>,
  ): Promise<Answer> => {
    let isOver = false;
    const look = async (): Promise<void> => {
      // A failure to read the count does not mean that the command failed.
      const now = await counts().catch(() => null);
      if (isOver) return;
      const done = now === null ? undefined : Math.min(of, Math.abs(now[count] - before));
      setBulk((former) => ({ isShown: true, of, done: done ?? former?.done ?? 0 }));
      timer.current = window.setTimeout(() => void look(), EVERY_MS);
    };
    setBulk({ isShown: false, done: 0, of });
    timer.current = window.setTimeout(() => void look(), SHOWN_AFTER_MS);
    try {
      return await command();
    } finally {
      isOver = true;
      window.clearTimeout(timer.current);
      setBulk(null);
    }
  };
  return { bulk, run };
};
