import type { Profiler } from 'node:inspector';
import { Session } from 'node:inspector/promises';

/** Samples every thread of this process. */
export interface RunningProfiler {
  /** Ends. @returns a profile of each thread, of the main thread first */
  stop(): Promise<readonly Profiler.Profile[]>;
}

const EVERY_US = 500;

interface WorkerAnswer {
  readonly id: number;
  readonly result?: { readonly profile?: Profiler.Profile };
}

/** The worker threads that there are now, by messages of the inspector's protocol. */
const attachWorkers = async (session: Session) => {
  const sessionIds: string[] = [];
  const waiting = new Map<number, (answer: WorkerAnswer) => void>();
  let asked = 0;
  session.on('NodeWorker.attachedToWorker', ({ params }) => void sessionIds.push(params.sessionId));
  session.on('NodeWorker.receivedMessageFromWorker', ({ params }) => {
    const answer = JSON.parse(params.message) as WorkerAnswer;
    waiting.get(answer.id)?.(answer);
  });
  await session.post('NodeWorker.enable', { waitForDebuggerOnStart: false });
  return (method: string, params: object = {}): Promise<WorkerAnswer[]> =>
    Promise.all(
      sessionIds.map(async (sessionId) => {
        const id = ++asked;
        const answered = new Promise<WorkerAnswer>((resolve) => waiting.set(id, resolve));
        const message = JSON.stringify({ id, method, params });
        await session.post('NodeWorker.sendMessageToWorker', { sessionId, message });
        return answered;
      }),
    );
};

export const startProfiler = async (): Promise<RunningProfiler> => {
  const session = new Session();
  session.connect();
  const askWorkers = await attachWorkers(session);
  const interval = { interval: EVERY_US };
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', interval);
  await askWorkers('Profiler.enable');
  await askWorkers('Profiler.setSamplingInterval', interval);
  await Promise.all([session.post('Profiler.start'), askWorkers('Profiler.start')]);
  return {
    async stop() {
      const [main, workers] = await Promise.all([session.post('Profiler.stop'), askWorkers('Profiler.stop')]);
      session.disconnect();
      return [main.profile, ...workers.flatMap(({ result }) => result?.profile ?? [])];
    },
  };
};
