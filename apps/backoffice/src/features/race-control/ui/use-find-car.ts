import { useEffect, useState } from 'react';
import { useRaceDispatch, useRaceSelector } from '../state/race-store.js';
import { TEXTS } from '../../../shared/texts/race.js';
import { carByDigits, mayGoOn, type NumberMatch } from '../car-number.js';
import { selectCars, type RosterCar } from '../state/roster.js';
import { carShown } from '../state/view.js';

const NOTED_FOR_MS = 3_000;

/** 'Car 17', or why these digits are no car. */
export const matchText = (match: NumberMatch<RosterCar>, digits: string): string => {
  if (match.found === 'one') return TEXTS.flags.someCars(match.car.carNumber, 0);
  return match.found === 'none' ? TEXTS.keys.noCar(digits) : TEXTS.keys.severalCars(digits);
};

interface FindCar {
  /** What came of the last number, for a moment. */
  note: string | null;
  /** Shows the car of these digits in the middle of the map. False: more digits may follow. */
  find: (digits: string, isWhole: boolean) => boolean;
}

/** Finds a car by the number that is typed while nothing is armed. It addresses nobody. */
export const useFindCar = (): FindCar => {
  const cars = useRaceSelector(selectCars);
  const dispatch = useRaceDispatch();
  const [note, setNote] = useState<string | null>(null);

  useEffect(() => {
    if (note === null) return undefined;
    const timer = window.setTimeout(() => setNote(null), NOTED_FOR_MS);
    return () => window.clearTimeout(timer);
  }, [note]);

  return {
    note,
    find: (digits, isWhole) => {
      if (!isWhole && mayGoOn(cars, digits)) return false;
      const match = carByDigits(cars, digits);
      if (match.found === 'one') dispatch(carShown(match.car.invitationId));
      setNote(matchText(match, digits));
      return true;
    },
  };
};
