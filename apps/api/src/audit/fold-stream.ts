import { setImmediate as nextTurn } from 'node:timers/promises';
import type { RecordedEvent } from '@flagpost/event-sourcing';
import type { ApiDependencies } from '../dependencies.js';
import { upcast } from '../upcast.js';

export interface Fold<State> {
  readonly initialState: State;
  evolve(state: State, event: RecordedEvent): State;
}

/** A fold as the deciders of the domain have it, whose events the log has as plain records. */
export const asFold = <State>(decider: {
  readonly initialState: State;
  evolve: (state: State, event: never) => State;
}): Fold<State> => decider;

export interface Folded<State> {
  readonly state: State;
  /** Events folded. */
  readonly events: number;
}

/** Events folded before the event loop runs other work: 1 to 3 ms. One of a route may have 20,000 points. */
const SLICE = 250;
const SLICE_OF_ROUTE = 2;

/**
 * Folds a stream in slices from its first event on, up to the first one that is not wanted. Yields the number of events
 * after each slice; if the caller stops there, nothing more is read.
 */
export async function* foldStream<State>(
  { store }: Pick<ApiDependencies, 'store'>,
  stream: string,
  fold: Fold<State>,
  isWanted: (event: RecordedEvent) => boolean,
): AsyncGenerator<number, Folded<State>> {
  const slice = stream.startsWith('route-') ? SLICE_OF_ROUTE : SLICE;
  let state = fold.initialState;
  for (let from = 0; ; from += slice) {
    const read = await store.readStream(stream, from, slice);
    const refused = read.findIndex((event) => !isWanted(event));
    const wanted = refused === -1 ? read : read.slice(0, refused);
    for (const event of wanted) state = fold.evolve(state, upcast.toCurrent(event));
    const events = from + wanted.length;
    if (wanted.length < slice) return { state, events };
    await nextTurn();
    yield events;
  }
}

/** The steps of a generator, each as something else, and what it returns. */
export async function* mapped<From, To, Result>(
  steps: AsyncGenerator<From, Result>,
  to: (step: From) => To,
): AsyncGenerator<To, Result> {
  for (;;) {
    const step = await steps.next();
    if (step.done === true) return step.value;
    yield to(step.value);
  }
}

/** What a generator returns in the end. */
export const drained = async <Result>(steps: AsyncGenerator<unknown, Result>): Promise<Result> => {
  for (;;) {
    const step = await steps.next();
    if (step.done === true) return step.value;
  }
};
