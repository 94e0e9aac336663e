import type { Position } from './store.js';

const DIGITS = String(Number.MAX_SAFE_INTEGER).length;

/** A count as a position: of fixed width, so that the order of texts is the order of numbers. */
export const toPosition = (count: number): Position => String(count).padStart(DIGITS, '0') as Position;

/** The count behind a position, 0 where there is none. */
export const fromPosition = (position: Position | null): number => (position === null ? 0 : Number(position));
