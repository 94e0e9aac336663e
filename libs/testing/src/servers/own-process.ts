import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RunningServer } from './server.js';

/** A server that is a child process of ours, over a folder of its own. */
export interface OwnProcess extends Pick<RunningServer, 'component' | 'address' | 'environment' | 'says'> {
  /** Once, before its first start. */
  readonly prepare?: (folder: string) => Promise<unknown>;
  /** It is to end with this process, however that goes: its end of the pipe closes then. */
  readonly launch: (folder: string) => ChildProcess;
  /** Resolves when it serves. */
  readonly serves: (child: ChildProcess) => Promise<unknown>;
  /** Ends it as a crash would; by SIGKILL if omitted. */
  readonly kill?: (child: ChildProcess) => void;
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode !== null || signalCode !== null;

/** Starts it; stopped it keeps its folder, the end removes it. @throws if it does not serve; nothing is left then. */
export const runOwn = async ({
  prepare = async () => undefined,
  launch,
  serves,
  kill = (child) => void child.kill('SIGKILL'),
  ...server
}: OwnProcess): Promise<RunningServer> => {
  const folder = await mkdtemp(join(tmpdir(), `flagpost-${server.component}-`));
  let running: ChildProcess | null = null;

  const start = async (): Promise<void> => {
    const child = launch(folder);
    running = child;
    const ended = once(child, 'exit').then(() => {
      throw new Error(`${server.says}: it ended before it served.`);
    });
    ended.catch(() => undefined); // it ends when it is stopped
    await Promise.race([serves(child), ended]);
  };
  const stop = async (): Promise<void> => {
    const ending = running;
    running = null;
    if (ending === null || hasEnded(ending)) return;
    const gone = once(ending, 'exit');
    kill(ending);
    await gone;
  };
  const end = async (): Promise<void> => {
    await stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await prepare(folder);
    await start();
  } catch (error) {
    await end();
    throw error;
  }
  return { ...server, control: { stop, start }, end };
};
