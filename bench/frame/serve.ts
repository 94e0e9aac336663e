import type { Server } from 'node:http';
import type { Profiler } from 'node:inspector';
import { listen } from '@flagpost/platform';
import type { RunningProfiler } from './profiler.ts';

/** A message from a program under test to the process that started it. */
export interface Answer {
  readonly url?: string;
  readonly cpuSeconds?: number;
  readonly rssMb?: number;
  readonly heapMb?: number;
  readonly profiles?: readonly Profiler.Profile[];
}

/**
 * A request to a program under test; all but `stop` are answered. From `profile` to `profiled` its threads are sampled;
 * `heap` collects garbage first.
 */
export type Asked = 'cpu' | 'memory' | 'heap' | 'profile' | 'profiled' | 'stop';

type Question = Exclude<Asked, 'stop'>;

const answering = (): Readonly<Record<Question, () => Answer | Promise<Answer>>> => {
  let profiler: RunningProfiler | null = null;
  return {
    cpu() {
      const { user, system } = process.cpuUsage();
      return { cpuSeconds: (user + system) / 1e6 };
    },
    memory: () => ({ rssMb: process.memoryUsage.rss() / 1e6 }),
    heap() {
      globalThis.gc?.();
      const { heapUsed, external } = process.memoryUsage();
      return { heapMb: (heapUsed + external) / 1e6 };
    },
    async profile() {
      // Loaded by those who are sampled alone: others are judged by their memory.
      const { startProfiler } = await import('./profiler.ts');
      profiler = await startProfiler();
      return {};
    },
    profiled: async () => ({ profiles: (await profiler?.stop()) ?? [] }),
  };
};

/** With the same time as ours has it until a connection that rests is closed. @returns its URL */
export const onFreePort = (server: Server): Promise<string> => listen(server, { port: 0, host: '127.0.0.1' });

/** Runs in the program's process: sends its URL, answers requests, and ends on request or with the process that started it. */
export const serve = (url: string, stop: () => Promise<void>): void => {
  const answers = answering();
  const end = (): void => void stop().finally(() => process.exit());
  process.on('disconnect', end);
  process.on('message', (asked: Asked) => {
    if (asked === 'stop') end();
    else void Promise.resolve(answers[asked]()).then((answer) => process.send?.(answer));
  });
  process.send?.({ url } satisfies Answer);
};
