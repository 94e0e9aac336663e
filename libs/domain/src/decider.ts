import { ANSWER_TEXTS, REFUSALS, type AnswerCode, type RefusalCode } from '@flagpost/contracts';

/** An aggregate as three plain functions, without clock, id generation or I/O. */
export interface Decider<Command, Event extends { readonly type: string; readonly data: unknown }, State> {
  readonly initialState: State;
  /** @throws {DomainError} where a rule refuses the command. */
  decide(command: Command, state: State): readonly Event[];
  evolve(state: State, event: Event): State;
}

/** A decision. Data are plain JSON, times in epoch ms. */
export interface DomainEvent<Type extends string, Data> {
  readonly type: Type;
  readonly data: Readonly<Data>;
}

/** A fact observed on the track: `occurredAt` is its time in the race, epoch ms. */
export interface RaceEvent<Type extends string, Data> extends DomainEvent<Type, Data> {
  readonly occurredAt: number;
}

/** Kinds of refusal: a rule does not permit it, its object does not exist, or the caller lacks the right. */
export type RefusalKind = 'rule' | 'missing' | 'forbidden';

/** A rule of the sport or the product, or an answer of the api, which has a kind of its own. */
export type ErrorCode = RefusalCode | AnswerCode;

const MESSAGES: Readonly<Record<ErrorCode, string>> = { ...REFUSALS, ...ANSWER_TEXTS };

/** A refusal. `code` is stable; `message` is the catalogue's text for it, for users. */
export class DomainError extends Error {
  override readonly name = 'DomainError';
  constructor(
    readonly code: ErrorCode,
    /** The kind of a rule's refusal; an answer's code implies its kind. */
    readonly kind: RefusalKind = 'rule',
    /** Seconds after which a retry may succeed; left out if waiting does not help. */
    readonly retryAfterS?: number,
  ) {
    super(MESSAGES[code]);
  }
}

/** @throws {DomainError} always */
export function refuse(code: AnswerCode): never;
export function refuse(code: RefusalCode, kind?: RefusalKind): never;
export function refuse(code: ErrorCode, kind: RefusalKind = 'rule'): never {
  throw new DomainError(code, kind);
}

/** The default case of every switch over a union: the compiler proves that all cases are handled. */
export function unreachable(left: never): never {
  throw new Error(`Unexpected: ${JSON.stringify(left)}`);
}
