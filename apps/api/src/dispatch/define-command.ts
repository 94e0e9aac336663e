import type { Type } from '@nestjs/common';
import { z } from 'zod';
import type { Action } from '@flagpost/contracts';
import type { Decider } from '@flagpost/domain';
import type { EventShape, Recorded } from '@flagpost/event-sourcing';
import type { Caller } from '../http/caller.js';
import type { ApiDependencies } from '../dependencies.js';
import type { IdKind } from '../stored-names.js';

/** The ids of a command by the name that it gives them: from a sequence, or a `token`, 128 random bits as text. */
export type IdsNeeded = Readonly<Record<string, IdKind | 'token'>>;
export type AllocatedIds<I extends IdsNeeded> = {
  readonly [K in keyof I]: I[K] extends 'token' ? string : number;
};

/** Prefixes of the streams in `libs/domain/src/streams.ts` that commands write. */
export type StreamKind =
  | 'event'
  | 'route'
  | 'category'
  | 'circuit'
  | 'invitation'
  | 'control'
  | 'timers'
  | 'check'
  | 'exports'
  | 'club'
  | 'licence'
  | 'user';

/**
 * Decides and appends; a command sends to a stream once. A repeated request gets the events of the first execution, and
 * the current state.
 *
 * @throws {DomainError} if a rule refuses it
 */
export type Send = <C, E extends EventShape, S>(
  stream: string,
  decider: Decider<C, E, S>,
  command: C,
) => Promise<{ readonly events: readonly Recorded<E>[]; readonly state: S }>;

/** The tools of a command's `carryOut`. */
export interface CommandTools<I extends IdsNeeded = IdsNeeded, Step extends string = never> {
  readonly caller: Caller;
  /** Allocated before execution; the same if the request is repeated, unless `recognisedBy` is `'stream'`. */
  readonly ids: AllocatedIds<I>;
  /** Permanent id of this execution; the same if the request is repeated. */
  readonly commandId: string;
  readonly now: number;
  readonly dependencies: ApiDependencies;
  /** A provider of the context's module. */
  readonly get: <T>(provider: Type<T>) => T;
  /** Allocates an id during execution. A repeated request gets a different one: answer from the events of `send`. */
  readonly nextId: (kind: IdKind) => Promise<number>;
  readonly send: Send;
  /**
   * Runs a part of a long command while holding the mutexes of these names, and returns once the views show it. For
   * commands whose `serializedBy` is null.
   */
  readonly runExclusive: <T>(names: readonly string[], work: () => Promise<T>) => Promise<T>;
  /** Carries out a step that writes outside the log; the definition states why it may be repeated. */
  readonly outside: <T>(step: Step, work: () => Promise<T>) => Promise<T>;
}

/** A row of the table of commands. */
export interface CommandDefinition<
  S extends z.ZodType,
  R extends Action | null,
  I extends IdsNeeded,
  Step extends string,
  A,
> {
  /**
   * The schema of its data. Routes parse their bodies by the same schemas, which mark personal and secret fields; see
   * `SENSITIVE`.
   */
  readonly schema: S;
  /** The action in the permission table of its routes; null if only the program itself sends it. */
  readonly right: R;
  readonly ids: I;
  /**
   * Commands for which this returns the same name are serialised among all processes: for rules over several streams, and
   * for writes outside the log. Null if the revision of the stream is enough.
   */
  serializedBy: ((data: z.output<S>, caller: Caller) => string) | null;
  /** The steps that write outside the log, in their order, each with the reason why it may be repeated. */
  readonly outside: Readonly<Record<Step, string>>;
  /** The streams that it writes, in their order; `send` refuses any other. */
  readonly streams: readonly StreamKind[];
  /**
   * `'stream'` if the one stream that it writes recognises a repeated request, so that its key is stored after the events:
   * the stream follows from the data, nothing is written outside the log, what it acts on outlives it, and the answer
   * contains no id that the events do not. Otherwise left out, and the key is reserved with the ids first.
   */
  readonly recognisedBy?: 'stream';
  /** Returns the answer, which is JSON if the caller brings an Idempotency-Key. */
  carryOut(data: z.output<S>, tools: CommandTools<I, Step>): Promise<A>;
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the table holds commands of every type of data, ids and answer
export type AnyCommand = CommandDefinition<any, Action | null, any, any, unknown>;

/** Defines a command; infers the types of its data and answer. */
export const defineCommand = <
  S extends z.ZodType,
  const R extends Action | null,
  const I extends IdsNeeded,
  const Step extends string,
  A,
>(
  definition: CommandDefinition<S, R, I, Step, A>,
): CommandDefinition<S, R, I, Step, A> => definition;

/** An id in a message, parsed by its route or allocated by the program. */
export const id = z.number().int().positive();
