import { Command } from '@nestjs/cqrs';
import type { Decider } from '@flagpost/domain';
import type { EventShape, Recorded } from '@flagpost/event-sourcing';
import type { Caller } from '../http/caller.js';

/**
 * What a command needs before it is decided, by the name it gives it: an id of this sequence, or a `token`, 128 random
 * bits as text.
 */
export type Minting = Readonly<Record<string, IdKind | 'token'>>;
export type IdKind =
  | 'club'
  | 'licence'
  | 'user'
  | 'event'
  | 'category'
  | 'invitation'
  | 'driver'
  | 'poi'
  | 'sector'
  | 'route'
  | 'flag'
  | 'alert'
  | 'timer';
export type Minted<M extends Minting> = { readonly [K in keyof M]: M[K] extends 'token' ? string : number };

/** What the work of a command is done with. */
export interface Tools<M extends Minting> {
  readonly ids: Minted<M>;
  /** Names this command for good, the same when the request is repeated. */
  readonly commandId: string;
  readonly now: number;
  /** Mints an id whose need shows only now. A repeated request gets another one: answer from the events of `send`. */
  readonly mint: (kind: IdKind) => Promise<number>;
  /**
   * Decides and appends; a stream is sent to once in a command. A repeated request gets the events of the first time,
   * and the state of now.
   *
   * @throws {DomainError} where a rule refuses it.
   */
  readonly send: <C, E extends EventShape, S>(
    stream: string,
    decider: Decider<C, E, S>,
    command: C,
  ) => Promise<{ readonly events: readonly Recorded<E>[]; readonly state: S }>;
}

/**
 * A command on the CommandBus: what a caller asks of one or more streams, answered once the views show it. The answer,
 * JSON, is kept for a day, sealed under the caller's Idempotency-Key.
 */
export class Submit<A, M extends Minting = Minting> extends Command<A> {
  constructor(
    readonly caller: Caller,
    readonly minting: M,
    readonly work: (tools: Tools<M>) => Promise<A>,
    /** Commands of one name are carried out one after another, in whichever process: for rules over several streams. */
    readonly inTurn?: string,
  ) {
    super();
  }
}
