import { mongo } from 'mongoose';
import { retry } from '../retry.js';

/** Whether a write was refused because its id, or a value that is unique, is there already. */
export const isDuplicate = (error: unknown): boolean =>
  error instanceof mongo.MongoServerError && error.code === 11_000;

/**
 * An upsert by id. Of two that find nothing at once one is refused although there is something to update now: it is
 * carried out again.
 */
export const upserting = <T>(upsert: () => Promise<T>): Promise<T> =>
  retry({ retries: 1, retryIf: isDuplicate }, upsert);
