/**
 * Loaded before a program (`node --import`): its thread of the name `BREAK_THREAD` throws once there is a file at
 * `BREAK_WHEN`.
 */
import { existsSync } from 'node:fs';
import { isMainThread, threadName } from 'node:worker_threads';

const LOOK_EVERY_MS = 20;
const { BREAK_THREAD, BREAK_WHEN = '' } = process.env;

if (!isMainThread && threadName === BREAK_THREAD)
  setInterval(() => {
    if (existsSync(BREAK_WHEN)) throw new Error('the thread was told to break');
  }, LOOK_EVERY_MS).unref();
