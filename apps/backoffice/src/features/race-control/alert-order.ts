import type { AlertRow } from '@flagpost/contracts';
import { isUnanswered } from './state/alerts.js';

/** How the alerts stand while somebody points at them: cars by invitation id. */
export interface HeldOrder {
  readonly cars: readonly number[];
  readonly card: number | null;
}

/** The alerts in the order of the screen: while they are held none of them moves, and new ones come last. */
export const arranged = (alerts: readonly AlertRow[], held: HeldOrder | null): readonly AlertRow[] => {
  if (held === null) return alerts;
  const rank = ({ InvitationId }: AlertRow): number => {
    const at = held.cars.indexOf(InvitationId);
    return at < 0 ? held.cars.length : at;
  };
  return alerts.toSorted((one, other) => rank(one) - rank(other));
};

/**
 * The alert that is shown as a card: the held one, else the one that somebody chose unless it is answered and others are
 * not, else the first. Undefined without alerts.
 */
export const cardOf = (
  alerts: readonly AlertRow[],
  held: HeldOrder | null,
  chosen: number | null,
): AlertRow | undefined => {
  const of = (car: number | null | undefined): AlertRow | undefined =>
    alerts.find(({ InvitationId }) => InvitationId === car);
  const first = alerts[0];
  const picked = of(chosen);
  const isPickOver = picked !== undefined && !isUnanswered(picked) && alerts.some(isUnanswered);
  return of(held?.card) ?? (isPickOver ? first : (picked ?? first));
};
