import { makeFilesPrivate } from './private-files.js';

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
    complain(error);
    process.exit(1);
  }
};

/** Ends the process at once after a failure that nothing can go on from: prints the error and exits with 1. */
export const endProgram = (error: unknown): void => {
  complain(error);
  process.exit(1);
};

/**
 * Starts a program. On SIGINT or SIGTERM it shuts down gracefully, on a second signal at once. If the start fails the
 * error is printed and the process exits with 1. Files that it creates are readable by their owner only.
 */
export const runProgram = async (start: () => Promise<{ stop(): Promise<void> }>): Promise<void> => {
  makeFilesPrivate();
  try {
    const running = await start();
    let stopping = false;
    const stop = (): void => {
      if (stopping) process.exit(1);
      stopping = true;
      running.stop().then(
        () => process.exit(0),
        (error: unknown) => {
          complain(error);
          process.exit(1);
        },
      );
    };
    process.on('SIGINT', stop);
    process.on('SIGTERM', stop);
  } catch (error) {
    complain(error);
    process.exit(1);
  }
};
