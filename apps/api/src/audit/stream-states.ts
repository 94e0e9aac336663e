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
import { drained, foldStream } from './fold-stream.js';

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
  circuit: folded(circuitDecider),
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

/** Numbers of the stream, which rise by themselves. */
const COUNTERS = new Set(['events', 'revision']);

const without = (state: State, names: ReadonlySet<string>): State =>
  Object.fromEntries(Object.entries(state).filter(([name]) => !names.has(name)));

const withFields = (fields: State, { data }: RecordedEvent): State => ({
  ...fields,
  ...without(data as State, OF_THE_REQUEST),
});

/** What a stream describes, just before an event and just after it. */
export interface BeforeAndAfter {
  readonly before: State;
  readonly after: State;
}

/** Folds a stream by the rules of the domain. Null for a stream that only a later release knows. */
export const stateAround = async (
  dependencies: Pick<ApiDependencies, 'store'>,
  { stream, revision }: Pick<RecordedEvent, 'stream' | 'revision'>,
): Promise<BeforeAndAfter | null> => {
  const fold = FOLDS[stream.split('-')[0] ?? ''];
  if (fold === undefined) return null;
  interface Around {
    readonly state: State;
    readonly fields: State;
    readonly before: State;
  }
  const around = {
    initialState: { state: fold.initialState, fields: {}, before: {} },
    evolve: ({ state, fields, before }: Around, event: RecordedEvent): Around => ({
      state: fold.evolve(state, event),
      fields: fold.isPartial ? withFields(fields, event) : fields,
      before: event.revision === revision && revision > 0 ? { ...fields, ...state } : before,
    }),
  };
  const { state } = await drained(
    foldStream(dependencies, stream, around, (event) => event.revision <= revision),
  );
  const after = { ...state.fields, ...state.state };
  return { before: without(state.before, COUNTERS), after: without(after, COUNTERS) };
};
