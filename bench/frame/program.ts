import { once } from 'node:events';
import type { Profiler } from 'node:inspector';
import { startChild } from './child.ts';
import type { Answer, Asked } from './serve.ts';

/** A program under test in its own process, so that its figures exclude the driver. */
export interface Program {
  readonly url: string;
  /** CPU seconds that it has used so far, in all of its threads. */
  cpuSeconds(): Promise<number>;
  /** Resident memory that it has now, MB. */
  rssMb(): Promise<number>;
  /** What its objects and buffers take after garbage was collected, MB. */
  heapMb(): Promise<number>;
  /** Samples its threads while `work` runs. @returns a profile of each, of the main thread first */
  profiledWhile(work: () => Promise<void>): Promise<readonly Profiler.Profile[]>;
  stop(): Promise<void>;
  /** Ends it by SIGKILL. */
  kill(): Promise<void>;
}

/** How a program is launched, if not by Node alone. */
export interface Launch {
  readonly environment?: Readonly<Record<string, string>>;
  /** A program that runs Node, with its arguments. */
  readonly wrapper?: readonly [program: string, ...words: string[]];
}

/** Compiles a module that calls `serve`, and runs it with these words after its name, and such options of Node. */
export const startProgram = async (
  module: URL,
  words: readonly string[],
  nodeOptions: readonly string[] = [],
  { environment = {}, wrapper = [process.execPath] }: Launch = {},
): Promise<Program> => {
  const [execPath, ...wrapperWords] = wrapper;
  const isWrapped = execPath !== process.execPath;
  const options = [...process.execArgv, ...nodeOptions];
  const {
    process: child,
    answered,
    ask,
  } = startChild<Asked, Answer>(module, words, {
    execPath,
    execArgv: isWrapped ? [...wrapperWords, process.execPath, ...options] : options,
    env: { ...process.env, ...environment },
  });
  const { url = '' } = await answered();
  return {
    url,
    cpuSeconds: async () => (await ask('cpu')).cpuSeconds ?? NaN,
    rssMb: async () => (await ask('memory')).rssMb ?? NaN,
    heapMb: async () => (await ask('heap')).heapMb ?? NaN,
    async profiledWhile(work) {
      await ask('profile');
      await work();
      return (await ask('profiled')).profiles ?? [];
    },
    async stop() {
      const gone = once(child, 'exit');
      child.send('stop');
      await gone;
    },
    async kill() {
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
  };
};
