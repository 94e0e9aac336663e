import { makeFilesPrivate } from './private-files.js';
import { systemClock } from './system.js';
import type { Clock } from './time.js';

/**
 * Errors whose message is written for the operator. Compared by name, as each is defined
 * in another library.
 */
const FORESEEN = [
  'ConfigError',
  'DataInUse',
  'FolderRefused',
  'NewerFile',
  'EventLogInUse',
  'AddressRefused',
  'ServiceUnavailableError',
  'StorageUnavailable',
  'StorageDied',
];

const complain = (error: unknown): void => {
  const foreseen = error instanceof Error && FORESEEN.includes(error.name);
  const words = foreseen
    ? error.message
    : error instanceof Error
      ? (error.stack ?? error.message)
      : String(error);
  process.stderr.write(`${words}\n`);
};

/** Ends the process at once after a failure that nothing can go on from: prints the error and exits with 1. */
export const endProgram = (error: unknown): never => {
  complain(error);
  process.exit(1);
};

/**
 * Runs a task and exits with 0 or its `process.exitCode`, or prints the error and exits with 1. Files that it creates are readable by their owner
 * only.
 */
export const runTask = async (task: () => Promise<void>): Promise<void> => {
  makeFilesPrivate();
  try {
    await task();
    // With the code that the task has set, if it has.
    process.exit();
  } catch (error) {
    endProgram(error);
  }
};

/** A shell and npm may both pass a signal on: what comes within this time of the first is the same press. */
const SAME_PRESS_MS = 500;

/** What a signal does: the first one calls `stop`, each that comes later than its press calls `end`. */
export const signalHandler = (stop: () => void, end: () => void, clock: Clock): (() => void) => {
  let firstAt: number | null = null;
  return () => {
    if (firstAt === null) {
      firstAt = clock.now();
      stop();
    } else if (clock.now() - firstAt >= SAME_PRESS_MS) end();
  };
};

/**
 * Starts a program. On SIGINT or SIGTERM it shuts down gracefully, on a second signal, half a second later or more, at once. If the
 * start fails the error is printed and the process exits with 1. Files that it creates are readable by their owner only.
 */
export const runProgram = async (start: () => Promise<{ stop(): Promise<void> }>): Promise<void> => {
  makeFilesPrivate();
  try {
    const running = await start();
    const stop = (): void => {
      running.stop().then(() => process.exit(0), endProgram);
    };
    const onSignal = signalHandler(stop, () => process.exit(1), systemClock);
    process.on('SIGINT', onSignal);
    process.on('SIGTERM', onSignal);
  } catch (error) {
    endProgram(error);
  }
};
