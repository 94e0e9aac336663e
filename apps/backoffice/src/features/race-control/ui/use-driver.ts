import { ALL_CATEGORIES_ID, type DriverInfo } from '@flagpost/contracts';
import { skipToken } from '@reduxjs/toolkit/query';
import { useDriverQuery } from '../api.js';
import { useRace } from '../race-context.js';
import type { RosterCar } from '../state/roster.js';

/** Crew and vehicle of a car; undefined until they are known, and without a car. */
export const useDriver = (
  car: Pick<RosterCar, 'userId' | 'categoryId' | 'carNumber'> | undefined,
): DriverInfo | undefined => {
  const { eventId } = useRace();
  const { data: drivers } = useDriverQuery(
    car === undefined
      ? skipToken
      : { eventId, userId: car.userId, categoryId: car.categoryId ?? ALL_CATEGORIES_ID },
  );
  return drivers?.find(({ CarNumber }) => CarNumber === car?.carNumber) ?? drivers?.[0];
};
