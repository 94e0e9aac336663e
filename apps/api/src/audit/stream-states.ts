import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  categoryDecider,
  circuitDecider,
  clubDecider,
  eventDecider,
  fieldCheckDecider,
  invitationDecider,
  lapsDecider,
  licenceDecider,
  pastExportsDecider,
  raceControlDecider,
  routeDecider,
  timersDecider,
  userDecider,
} from '@flagpost/domain';
import type { RecordedEvent } from '@flagpost/event-sourcing';
import type { ApiDependencies } from '../dependencies.js';
import { upcast } from '../upcast.js';

type State = object;
interface Fold {
  readonly initialState: State;
  evolve(state: State, event: RecordedEvent): State;
  /** Whether the state has what its decisions need alone: the fields of its events are then folded beside it. */
  readonly isPartial: boolean;
}

const folded = (decider: unknown, isPartial = false): Fold => {
  const { initialState, evolve } = decider as Omit<Fold, 'isPartial'>;
  return { initialState, evolve, isPartial };
};

/** By the first part of the name of a stream. */
const FOLDS: Readonly<Record<string, Fold>> = {
  event: folded(eventDecider, true),
  route: folded(routeDecider),
  category: folded(categoryDecider),
  circuit: folded(circuitDecider, true),
  invitation: folded(invitationDecider, true),
  control: folded(raceControlDecider),
  timers: folded(timersDecider),
  check: folded(fieldCheckDecider, true),
  exports: folded(pastExportsDecider),
  laps: folded(lapsDecider),
  club: folded(clubDecider, true),
  licence: folded(licenceDecider),
  user: folded(userDecider),
};

/** Of who asked and how, not of what the stream is about. */
const OF_THE_REQUEST = new Set([
  'by',
  'language',
  'userId',
  'eventId',
  'invitationId',
  'clubId',
  'circuitId',
]);

const withFields = (fields: State, { data }: RecordedEvent): State => ({
  ...fields,
  ...Object.fromEntries(Object.entries(data as State).filter(([name]) => !OF_THE_REQUEST.has(name))),
});

/** What a stream describes, just before an event and just after it. */
export interface BeforeAndAfter {
  readonly before: State;
  readonly after: State;
}

/** Events folded before the event loop runs other work: 1 to 3 ms. */
const SLICE = 250;

/** Folds a stream by the rules of the domain, in slices. Null for a stream that only a later release knows. */
export const stateAround = async (
  { store }: Pick<ApiDependencies, 'store'>,
  { stream, revision }: Pick<RecordedEvent, 'stream' | 'revision'>,
): Promise<BeforeAndAfter | null> => {
  const fold = FOLDS[stream.split('-')[0] ?? ''];
  if (fold === undefined) return null;
  let state = fold.initialState;
  let fields: State = {};
  let before: State = {};
  for (let from = 0; from <= revision; from += SLICE) {
    const events = await store.readStream(stream, from, Math.min(SLICE, revision + 1 - from));
    for (const event of events.map((each) => upcast.toCurrent(each))) {
      if (event.revision === revision) before = { ...fields, ...state };
      state = fold.evolve(state, event);
      if (fold.isPartial) fields = withFields(fields, event);
    }
    await nextTurn();
  }
  return { before: revision === 0 ? {} : before, after: { ...fields, ...state } };
};
