/**
 * Whether a file of views that nobody syncs is whole.
 *
 * Without syncs, what a process wrote is in the memory of the operating system: a killed process loses nothing of it,
 * a machine that stops loses an unknown part. Beside the file, a state says what happened last. It is `closed`, written
 * after everything was synced; or `open`, written and synced before the first change, with the boot of the machine and
 * the identity of the file. An open file is whole if it is the same file, the machine has run ever since, and the disk
 * reports no error for what was written. In all other cases it has to be thrown away.
 */
import { closeSync, existsSync, openSync, readFileSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { replaceFile, syncFile, syncFolder } from '@flagpost/platform';

interface State {
  readonly state: 'open' | 'closed';
  /** Of the machine, when the file was opened; null if unknown. */
  readonly boot: string | null;
  /** Device and inode. */
  readonly file: string;
}

const BOOT_ID = '/proc/sys/kernel/random/boot_id';

/** A text that differs after each start of the machine, containers share that of their host; null where there is none. */
export const bootOfMachine = (): string | null => {
  try {
    return readFileSync(BOOT_ID, 'utf8').trim();
  } catch {
    return null;
  }
};

export const statePath = (path: string): string => `${path}.state`;

const fileOf = (path: string): string => {
  const { dev, ino } = statSync(path, { bigint: true });
  return `${dev}:${ino}`;
};

const readState = (path: string): State | null => {
  try {
    return JSON.parse(readFileSync(statePath(path), 'utf8')) as State;
  } catch {
    return null;
  }
};

const written = (path: string): readonly string[] => [path, `${path}-wal`].filter((file) => existsSync(file));

const wasNotLost = (path: string, { boot, file }: State, now: string | null): boolean => {
  if (boot === null || boot !== now || file !== fileOf(path)) return false;
  try {
    // Tells if the system could not write some of it, and has dropped that.
    for (const each of written(path)) syncFile(each);
    return true;
  } catch {
    return false;
  }
};

/** Whether the file is as it was left. Nobody may have it open. */
export const isWhole = (path: string, boot: string | null): boolean => {
  const state = readState(path);
  if (state === null || !existsSync(path)) return false;
  return state.state === 'closed' || wasNotLost(path, state, boot);
};

/** Before the file is changed; it is made if there is none. */
export const markOpen = (path: string, boot: string | null): void => {
  closeSync(openSync(path, 'a', 0o600));
  const state: State = { state: 'open', boot, file: fileOf(path) };
  replaceFile(statePath(path), JSON.stringify(state));
};

/** After the file was closed. Not if the disk reports an error: it is then thrown away when it is opened again. */
export const markClosed = (path: string): void => {
  const closed: State = { state: 'closed', boot: null, file: fileOf(path) };
  for (const each of written(path)) syncFile(each);
  syncFolder(dirname(path));
  replaceFile(statePath(path), JSON.stringify(closed));
};

/** So that it is thrown away when it is opened again. */
export const doubt = (path: string): void => rmSync(statePath(path), { force: true });

/** Deletes the file and all that belongs to it. The state goes first: without it the rest is worth nothing. */
export const throwAway = (path: string): void => {
  for (const each of [statePath(path), `${path}-wal`, `${path}-shm`, `${path}-journal`, path])
    rmSync(each, { force: true });
};
