import { Command } from '@nestjs/cqrs';
import type { Decider } from '@flagpost/domain';
import type { EventShape, Recorded } from '@flagpost/event-sourcing';
import type { Caller } from '../http/caller.js';

/** Ids that a command needs before it is decided, by the name it gives them: of which sequence each one is. */
export type Minting = Readonly<Record<string, IdKind>>;
export type IdKind =
  | 'club'
  | 'user'
  | 'event'
  | 'category'
  | 'invitation'
  | 'driver'
  | 'poi'
  | 'route'
  | 'flag'
  | 'alert'
  | 'timer';
export type Minted<M extends Minting> = { readonly [K in keyof M]: number };

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
 * A command on the CommandBus: what a caller asks of one or more streams, answered once the views show it. The answer is
 * kept with the caller's Idempotency-Key for a day: JSON, and no personal fields or secrets.
 */
export class Submit<A, M extends Minting = Minting> extends Command<A> {
  constructor(
    readonly caller: Caller,
    readonly minting: M,
    readonly work: (tools: Tools<M>) => Promise<A>,
    /** Commands of one name are carried out one after another in this process: for rules over several streams. */
    readonly inTurn?: string,
  ) {
    super();
  }
}
