import { mongo } from 'mongoose';
import { retry } from '../retry.js';

/** Whether a write was refused because its id, or another unique value, exists already. */
export const isDuplicate = (error: unknown): boolean =>
  error instanceof mongo.MongoServerError && error.code === 11_000;

/**
 * Upsert by id. If two upserts run at once and neither finds the document, one fails with a duplicate key although
 * there is now a document to update: it is repeated.
 */
export const upserting = <T>(upsert: () => Promise<T>): Promise<T> =>
  retry({ retries: 1, retryIf: isDuplicate }, upsert);
