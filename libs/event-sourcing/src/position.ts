import type { Position } from './store.js';

const DIGITS = String(Number.MAX_SAFE_INTEGER).length;

/** A count as a position, of fixed width, so that text order is numeric order. */
export const toPosition = (count: number): Position => String(count).padStart(DIGITS, '0') as Position;

/** The count of a position, 0 for null. */
export const fromPosition = (position: Position | null): number => (position === null ? 0 : Number(position));
