import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { TRUTHS, type Truth } from '@flagpost/contracts';
import { useRaceDispatch, useRaceSelector } from '../race-control/state/race-store.js';
import { carOpened, followToggled, selectView } from '../race-control/state/view.js';
import type { OpenReplay } from './use-replay.js';

const WRITTEN_AFTER_MS = 400;

export interface Address {
  readonly instant: number | null;
  readonly truth: Truth;
  readonly car: number | null;
  readonly follows: boolean;
}

const isTruth = (text: string | null): text is Truth => TRUTHS.some((truth) => truth === text);

export const readAddress = (params: URLSearchParams): Address => {
  const instant = Date.parse(params.get('at') ?? '');
  const truth = params.get('truth');
  const car = Number(params.get('car'));
  return {
    instant: Number.isNaN(instant) ? null : instant,
    truth: isTruth(truth) ? truth : 'happened',
    car: Number.isInteger(car) && car > 0 ? car : null,
    follows: params.get('follow') === '1',
  };
};

const textOf = ({ instant, truth, car, follows }: Address): string => {
  const params = new URLSearchParams();
  if (instant !== null) params.set('at', new Date(instant).toISOString());
  params.set('truth', truth);
  if (car !== null) params.set('car', String(car));
  if (follows) params.set('follow', '1');
  return params.toString();
};

/** Keeps the address and what is shown the same: somebody else who opens it sees the same. */
export const useAddress = (open: OpenReplay, truth: Truth, onTruth: (truth: Truth) => void): void => {
  const { player } = open;
  const [params, setParams] = useSearchParams();
  const { opened, isFollowing } = useRaceSelector(selectView);
  const dispatch = useRaceDispatch();
  const [instant, setInstant] = useState(() => Math.round(player.state.instant));
  /** The address that this page wrote, or has carried out. */
  const known = useRef<string | null>(null);

  useEffect(
    () =>
      player.subscribe(() => {
        // While it plays the address keeps where playing began.
        setInstant(Math.round(player.state.instant));
      }),
    [player],
  );

  useEffect(() => {
    const text = params.toString();
    if (text === known.current) return;
    const isFirst = known.current === null;
    known.current = text;
    const asked = readAddress(params);
    if (asked.instant !== null && !isFirst) {
      const nowMs = performance.now();
      player.pause(nowMs);
      player.seek(asked.instant, nowMs);
    }
    if (params.has('truth')) onTruth(asked.truth);
    if (asked.car !== null) {
      dispatch(carOpened(asked.car));
      if (asked.follows && isFirst) dispatch(followToggled());
    }
  }, [params, player, dispatch, onTruth]);

  useEffect(() => {
    const timer = window.setTimeout(() => {
      const text = textOf({ instant, truth, car: opened, follows: isFollowing });
      if (text === known.current) return;
      known.current = text;
      setParams(text, { replace: true });
    }, WRITTEN_AFTER_MS);
    return () => window.clearTimeout(timer);
  }, [instant, truth, opened, isFollowing, setParams]);
};
