import { boundedMap, keyedMutex, retry, type Ids } from '@flagpost/platform';
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
 * Commands of one stream run one at a time within a process. If another process appended first, the command is
 * repeated, up to 3 times.
 *
 * @throws what `decide` throws; {RevisionConflict} after the third retry.
 */
export type Handle = <Command, Event extends EventShape, State>(
  stream: string,
  decider: Decider<Command, Event, State>,
  command: Command,
  context: CommandContext,
) => Promise<CommandResult<Event, State>>;

const RETRIES = 3;

/** A stream up to the last event read. `commands`: the revision of the first event of each command. */
interface Known {
  readonly decider: unknown;
  readonly state: unknown;
  readonly revision: number;
  readonly position: Position | null;
  readonly commands: Map<string, number>;
}

export const createCommandHandler = ({
  store,
  upcast,
  ids,
  cacheSize = 1000,
}: CommandHandlerOptions): Handle => {
  const cache = boundedMap<string, Known>(cacheSize);
  const exclusively = keyedMutex();

  const advance = <C, E extends EventShape, S>(
    decider: Decider<C, E, S>,
    known: Known,
    events: readonly RecordedEvent[],
  ): Known => {
    const state = events.reduce(
      (folded, event) => decider.evolve(folded, event as Recorded<E>),
      known.state as S,
    );
    for (const { meta, revision } of events)
      if (meta.causationId !== null && !known.commands.has(meta.causationId))
        known.commands.set(meta.causationId, revision);
    const last = events.at(-1);
    return {
      ...known,
      state,
      revision: last?.revision ?? known.revision,
      position: last?.position ?? known.position,
    };
  };

  const read = async (stream: string, from: number): Promise<readonly RecordedEvent[]> =>
    (await store.readStream(stream, from)).map((event) => upcast.toCurrent(event));

  const envelope = (event: EventShape, context: CommandContext): NewEvent => ({
    type: event.type,
    data: event.data,
    ...(event.occurredAt === undefined ? {} : { occurredAt: event.occurredAt }),
    meta: {
      id: ids.uuid(),
      actorId: context.actorId,
      actorRoles: context.actorRoles,
      clubId: context.clubId,
      correlationId: context.correlationId,
      causationId: context.commandId,
      ...(context.commandName === undefined
        ? {}
        : { command: { name: context.commandName, id: context.commandId } }),
      schemaVersion: upcast.currentVersion(event.type),
    },
  });

  const attempt: Handle = async <C, E extends EventShape, S>(
    stream: string,
    decider: Decider<C, E, S>,
    command: C,
    context: CommandContext,
  ) => {
    const result = (known: Known, events: readonly RecordedEvent[]): CommandResult<E, S> => ({
      events: events as readonly Recorded<E>[],
      state: known.state as S,
      revision: known.revision,
      position: known.position,
    });
    const remember = (known: Known): Known => {
      cache.set(stream, known);
      return known;
    };

    const cached = cache.get(stream);
    const start =
      cached?.decider === decider
        ? cached
        : { decider, state: decider.initialState, revision: -1, position: null, commands: new Map() };
    const known = remember(advance(decider, start, await read(stream, start.revision + 1)));

    const before = known.commands.get(context.commandId);
    if (before !== undefined) {
      const since = await read(stream, before);
      return result(
        known,
        since.filter((event) => event.meta.causationId === context.commandId),
      );
    }

    const decided = decider.decide(command, known.state as S);
    if (decided.length === 0) return result(known, []);
    const recorded = await store.append(
      stream,
      decided.map((event) => envelope(event, context)),
      known.revision === -1 ? 'noStream' : known.revision,
    );
    return result(remember(advance(decider, known, recorded)), recorded);
  };

  return (stream, decider, command, context) =>
    exclusively(stream, () =>
      retry({ retries: RETRIES, retryIf: (error) => error instanceof RevisionConflict }, () =>
        attempt(stream, decider, command, context),
      ),
    );
};
