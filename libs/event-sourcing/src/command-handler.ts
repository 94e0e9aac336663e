import { AsyncLocalStorage } from 'node:async_hooks';
import { boundedMap, retry, type Ids } from '@flagpost/platform';
import { RevisionConflict } from './store.js';
import type { EventStore, NewEvent, Position, RecordedEvent } from './store.js';
import type { Upcast } from './upcast.js';

export interface EventShape {
  readonly type: string;
  readonly data: unknown;
  /** Epoch ms, if the event has a time of its own in the race. */
  readonly occurredAt?: number;
}

/** An aggregate as three plain functions; see `libs/domain`. */
export interface Decider<Command, Event extends EventShape, State> {
  readonly initialState: State;
  decide(command: Command, state: State): readonly Event[];
  evolve(state: State, event: Event): State;
}

/** The actor and the cause of a command, recorded with every event of it. */
export interface CommandContext {
  /** Null without an actor: facts of the race itself, or the system. */
  readonly actorId: number | null;
  readonly actorRoles: readonly number[];
  readonly clubId: number | null;
  readonly correlationId: string;
  /**
   * Identifies this command permanently: the id reserved for a request, or the id of the event that a reaction responds
   * to. It becomes the `causationId` of its events. If the stream already holds events with this `causationId`, they
   * are returned and nothing is decided again. So a request that sends two commands to one stream uses two ids.
   */
  readonly commandId: string;
  /** Name of the command; left out for facts and reactions. Recorded with every event of it. */
  readonly commandName?: string;
  /** The request whose key `commandId` follows from; left out if `commandId` is never used by another request. */
  readonly request?: RequestIdentity;
  /** W3C trace context of the command, recorded with its events. */
  readonly traceparent?: string;
}

/** Tells a repetition of a request from another request under the same key. */
export interface RequestIdentity {
  /** The same for every repetition. Recorded with the events, so nothing may be read from it. */
  readonly digest: string;
  /** Epoch ms: events recorded before this are of a former request whose key has expired. */
  readonly since: number;
}

/** The stream holds events of another request under this command id. */
export class CommandIdReused extends Error {
  override readonly name = 'CommandIdReused';
  constructor(readonly commandId: string) {
    super(`Another request was recorded under the id ${commandId}.`);
  }
}

export type Recorded<Event extends EventShape> = Event & RecordedEvent;

export interface CommandResult<Event extends EventShape, State> {
  /** The events of this command, whether recorded now or by an earlier attempt; empty if there was nothing to change. */
  readonly events: readonly Recorded<Event>[];
  /** The stream's state, revision (-1: no stream) and last position (null: no stream) with these events. */
  readonly state: State;
  readonly revision: number;
  readonly position: Position | null;
}

export interface CommandHandlerOptions {
  readonly store: EventStore;
  readonly upcast: Upcast;
  readonly ids: Ids;
  /** Streams whose state is cached (default 1000). */
  readonly cacheSize?: number;
}

/**
 * Carries out one command: reads the new events of the stream, decides, and appends with the expected revision.
 *
 * Commands of one stream are decided one after another within a process. Those that arrive while the stream is read or
 * written are decided together after that, and their events are appended in one write: all or none. The read is left out
 * while no other process has written to the stream, unless the command would record nothing. If another process
 * appended first, the commands are decided again, up to 3 times.
 *
 * @throws what `decide` throws; {CommandIdReused}; {RevisionConflict} after the third retry.
 */
export type Handle = <Command, Event extends EventShape, State>(
  stream: string,
  decider: Decider<Command, Event, State>,
  command: Command,
  context: CommandContext,
) => Promise<CommandResult<Event, State>>;

const RETRIES = 3;
/** Commands that are decided and appended together, at most. */
const GROUP = 100;

type AnyDecider = Decider<unknown, EventShape, unknown>;
type AnyResult = CommandResult<EventShape, unknown>;

/** A stream up to the last event read. `commands`: the revision of the first event of each command. */
interface Known {
  readonly decider: AnyDecider;
  readonly state: unknown;
  readonly revision: number;
  readonly position: Position | null;
  readonly commands: Map<string, number>;
  /** Whether the last read or append showed no event of another process. */
  readonly isAlone: boolean;
}

/** A command that has not been settled. */
interface Waiting {
  readonly decider: AnyDecider;
  readonly command: unknown;
  readonly context: CommandContext;
  readonly inContext: ReturnType<typeof AsyncLocalStorage.snapshot>;
  readonly resolve: (result: AnyResult) => void;
  readonly reject: (error: unknown) => void;
}

type Outcome =
  | { readonly kind: 'decided'; readonly events: readonly EventShape[] }
  /** By an earlier attempt. */
  | { readonly kind: 'recorded'; readonly events: readonly RecordedEvent[] }
  | { readonly kind: 'refused'; readonly error: unknown };

/** The next commands to decide together: of one decider, each command id once. They are removed from the queue. */
const nextGroup = (queue: Waiting[]): readonly Waiting[] => {
  const ids = new Set<string>();
  const end = queue.findIndex(({ decider, context }, index) => {
    if (index === GROUP || decider !== queue[0]?.decider || ids.has(context.commandId)) return true;
    ids.add(context.commandId);
    return false;
  });
  return queue.splice(0, end === -1 ? queue.length : end);
};

const advance = (known: Known, events: readonly RecordedEvent[]): Known => {
  const { decider, commands } = known;
  let { state } = known;
  for (const event of events) {
    state = decider.evolve(state, event);
    const { causationId } = event.meta;
    if (causationId !== null && !commands.has(causationId)) commands.set(causationId, event.revision);
  }
  const { revision, position } = events.at(-1) ?? known;
  return { ...known, state, revision, position };
};

/** As it will be read: without what JSON leaves out. */
const asRecorded = (event: EventShape): EventShape => JSON.parse(JSON.stringify(event)) as EventShape;

/** Decides each command on the state that the ones before it lead to. */
const decideAll = (
  group: readonly Waiting[],
  { decider, state: first }: Known,
  recorded: ReadonlyMap<Waiting, Outcome>,
): readonly Outcome[] => {
  let state = first;
  return group.map((waiting, index): Outcome => {
    const before = recorded.get(waiting);
    if (before !== undefined) return before;
    try {
      const events = decider.decide(waiting.command, state);
      if (index < group.length - 1)
        state = events.reduce((folded, event) => decider.evolve(folded, asRecorded(event)), state);
      return { kind: 'decided', events };
    } catch (error) {
      return { kind: 'refused', error };
    }
  });
};

/** Whether this is true whatever another process has appended: a conflict would show it, or it is recorded. */
const isCertain = (outcome: Outcome): boolean =>
  outcome.kind === 'recorded' || (outcome.kind === 'decided' && outcome.events.length > 0);

const resultOf = ({ state, revision, position }: Known, events: readonly RecordedEvent[]): AnyResult => ({
  events,
  state,
  revision,
  position,
});

export const createCommandHandler = ({
  store,
  upcast,
  ids,
  cacheSize = 1000,
}: CommandHandlerOptions): Handle => {
  const cache = boundedMap<string, Known>(cacheSize);
  /** Commands that wait for the stream, while one of it is under way. */
  const queues = new Map<string, Waiting[]>();

  const read = async (stream: string, from: number): Promise<readonly RecordedEvent[]> =>
    (await store.readStream(stream, from)).map((event) => upcast.toCurrent(event));

  const readOn = async (stream: string, known: Known): Promise<Known> => {
    const events = await read(stream, known.revision + 1);
    const isAlone = events.length === 0 || known.revision === -1;
    const newest = { ...advance(known, events), isAlone };
    cache.set(stream, newest);
    return newest;
  };

  const envelope = (event: EventShape, context: CommandContext): NewEvent => {
    const { actorId, actorRoles, clubId, correlationId, commandId, commandName, request, traceparent } =
      context;
    return {
      type: event.type,
      data: event.data,
      ...(event.occurredAt === undefined ? {} : { occurredAt: event.occurredAt }),
      meta: {
        id: ids.uuid(),
        actorId,
        actorRoles,
        clubId,
        correlationId,
        causationId: commandId,
        ...(commandName === undefined
          ? {}
          : {
              command: {
                name: commandName,
                id: commandId,
                ...(request === undefined ? {} : { request: request.digest }),
              },
            }),
        schemaVersion: upcast.currentVersion(event.type),
        ...(traceparent === undefined ? {} : { traceparent }),
      },
    };
  };

  /** What the stream holds of this command; null if nothing. */
  const recordedBefore = async (
    stream: string,
    { commands }: Known,
    { commandId, request }: CommandContext,
  ): Promise<Outcome | null> => {
    const first = commands.get(commandId);
    if (first === undefined) return null;
    const events = (await read(stream, first)).filter(
      ({ meta, recordedAt }) => meta.causationId === commandId && recordedAt >= (request?.since ?? -Infinity),
    );
    if (events.length === 0) return null;
    return events.every(({ meta }) => meta.command?.request === request?.digest)
      ? { kind: 'recorded', events }
      : { kind: 'refused', error: new CommandIdReused(commandId) };
  };

  const decide = async (
    stream: string,
    group: readonly Waiting[],
    known: Known,
  ): Promise<readonly Outcome[]> => {
    const recorded = new Map<Waiting, Outcome>();
    for (const waiting of group) {
      const before = await recordedBefore(stream, known, waiting.context);
      if (before !== null) recorded.set(waiting, before);
    }
    return decideAll(group, known, recorded);
  };

  const append = async (
    stream: string,
    events: readonly NewEvent[],
    known: Known,
  ): Promise<readonly RecordedEvent[]> => {
    if (events.length === 0) return [];
    try {
      return await store.append(stream, events, known.revision === -1 ? 'noStream' : known.revision);
    } catch (error) {
      // Also if the store did not answer: the events may have been recorded all the same.
      cache.set(stream, { ...known, isAlone: false });
      throw error;
    }
  };

  const attempt = async (stream: string, group: readonly Waiting[], decider: AnyDecider): Promise<void> => {
    const cached = cache.get(stream);
    const isCached = cached?.decider === decider;
    let known: Known = isCached
      ? cached
      : {
          decider,
          state: decider.initialState,
          revision: -1,
          position: null,
          commands: new Map(),
          isAlone: false,
        };
    const isUnread = known.isAlone;
    if (!isUnread) known = await readOn(stream, known);
    let outcomes = await decide(stream, group, known);
    if (isUnread && !outcomes.every(isCertain)) {
      known = await readOn(stream, known);
      outcomes = await decide(stream, group, known);
    }
    const decided = outcomes.map((outcome) => (outcome.kind === 'decided' ? outcome.events : []));
    const events = group.flatMap(({ context }, index) =>
      (decided[index] ?? []).map((event) => envelope(event, context)),
    );
    const recorded = await append(stream, events, known);
    let from = 0;
    group.forEach((waiting, index) => {
      const own = recorded.slice(from, (from += decided[index]?.length ?? 0));
      known = advance(known, own);
      const outcome = outcomes[index];
      if (outcome?.kind === 'refused') waiting.reject(outcome.error);
      else waiting.resolve(resultOf(known, outcome?.kind === 'recorded' ? outcome.events : own));
    });
    cache.set(stream, known);
  };

  const carryOut = async (stream: string, group: readonly Waiting[]): Promise<void> => {
    const [first] = group;
    if (first === undefined) return;
    try {
      await first.inContext(() =>
        retry({ retries: RETRIES, retryIf: (error) => error instanceof RevisionConflict }, () =>
          attempt(stream, group, first.decider),
        ),
      );
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  };

  const work = async (stream: string, queue: Waiting[]): Promise<void> => {
    while (queue.length > 0) await carryOut(stream, nextGroup(queue));
    queues.delete(stream);
  };

  return <Command, Event extends EventShape, State>(
    stream: string,
    decider: Decider<Command, Event, State>,
    command: Command,
    context: CommandContext,
  ) =>
    new Promise<CommandResult<Event, State>>((resolve, reject) => {
      const waiting: Waiting = {
        decider: decider,
        command,
        context,
        inContext: AsyncLocalStorage.snapshot(),
        resolve: resolve as (result: AnyResult) => void,
        reject,
      };
      const queue = queues.get(stream);
      if (queue !== undefined) {
        queue.push(waiting);
        return;
      }
      const first = [waiting];
      queues.set(stream, first);
      void work(stream, first);
    });
};
