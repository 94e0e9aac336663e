import { on } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { EventStoreConfig } from '@flagpost/event-sourcing/open';
import { compiled } from '@flagpost/platform';
import type { FoldPast, Past, PastProgress, PastQuestion } from './fold-past.js';

const THREAD = new URL(compiled(import.meta.url.replace('audit/fold-past-in-thread', 'main-past')));

/** What the thread is given. */
export interface PastThreadData {
  readonly config: EventStoreConfig;
  /** The file of the log, if SQLite keeps it. */
  readonly path: string;
  readonly question: PastQuestion;
}

/** What it says. */
export type PastReply = { readonly progress: PastProgress } | { readonly past: Past };

/**
 * Folds each question in a thread that is started for it and ends with it: to start one takes some 0.2 s, which nobody
 * waits for but who asks. If the caller stops, the thread is ended.
 *
 * @throws the error that ended the thread.
 */
export const foldPastInThread = (log: Omit<PastThreadData, 'question'>): FoldPast =>
  async function* (question) {
    const data: PastThreadData = { ...log, question };
    const thread = new Worker(THREAD, { name: 'past', workerData: data });
    try {
      for await (const [reply] of on(thread, 'message', { close: ['exit'] }) as AsyncIterable<[PastReply]>) {
        if ('past' in reply) return reply.past;
        yield reply.progress;
      }
      throw new Error('The thread that folds the past ended without an answer.');
    } finally {
      await thread.terminate();
    }
  };
