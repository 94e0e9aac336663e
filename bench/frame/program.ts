import { fork } from 'node:child_process';
import { once } from 'node:events';
import { compiled } from './compiled.ts';
import type { Answer } from './serve.ts';

/** A program under test in its own process, so that its figures exclude the driver. */
export interface Program {
  readonly url: string;
  /** CPU seconds that it has used so far, in all of its threads. */
  cpuSeconds(): Promise<number>;
  /** Resident memory that it has now, MB. */
  rssMb(): Promise<number>;
  stop(): Promise<void>;
}

/** Compiles a module that calls `serve`, and runs it with these words after its name, and such options of Node. */
export const startProgram = async (
  module: URL,
  words: readonly string[],
  nodeOptions: readonly string[] = [],
): Promise<Program> => {
  const execArgv = [...process.execArgv, ...nodeOptions];
  const child = fork(compiled(module), words, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], execArgv });
  const ended = once(child, 'exit').then(([code]): never => {
    throw new Error(`The program under test ended with ${String(code)}.`);
  });
  ended.catch(() => undefined);
  const answered = async (): Promise<Answer> => {
    const [answer] = (await Promise.race([once(child, 'message'), ended])) as [Answer];
    return answer;
  };

  const { url = '' } = await answered();
  return {
    url,
    async cpuSeconds() {
      child.send('cpu');
      return (await answered()).cpuSeconds ?? NaN;
    },
    async rssMb() {
      child.send('memory');
      return (await answered()).rssMb ?? NaN;
    },
    async stop() {
      const gone = once(child, 'exit');
      child.send('stop');
      await gone;
    },
  };
};
