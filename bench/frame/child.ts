import { fork, type ChildProcess, type ForkOptions, type Serializable } from 'node:child_process';
import { once } from 'node:events';
import { compiled } from './compiled.ts';

/** A process of a module of the benches that answers messages, each with one. */
export interface Child<Asked, Answer> {
  readonly process: ChildProcess;
  /** The next answer. @throws if the process ends before */
  readonly answered: () => Promise<Answer>;
  /** One at a time. @throws as `answered` */
  readonly ask: (asked: Asked) => Promise<Answer>;
}

/** Compiles the module and runs it with these words after its name. */
export const startChild = <Asked extends Serializable, Answer>(
  module: URL,
  words: readonly string[],
  options: ForkOptions = {},
): Child<Asked, Answer> => {
  const child = fork(compiled(module), words, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], ...options });
  const ended = once(child, 'exit').then(([code]): never => {
    throw new Error(`The process of ${module.pathname} ended with ${String(code)}.`);
  });
  ended.catch(() => undefined);
  const answered = async (): Promise<Answer> => {
    const [answer] = (await Promise.race([once(child, 'message'), ended])) as [Answer];
    return answer;
  };
  return {
    process: child,
    answered,
    ask(asked) {
      child.send(asked);
      return answered();
    },
  };
};
