import { ANSWER_TEXTS, REFUSALS, type AnswerCode, type RefusalCode } from '@flagpost/contracts';

/** What every aggregate is: three plain functions. No clock, no minting of ids, no I/O inside. */
export interface Decider<Command, Event extends { readonly type: string; readonly data: unknown }, State> {
  readonly initialState: State;
  /** @throws {DomainError} where a rule refuses the command. */
  decide(command: Command, state: State): readonly Event[];
  evolve(state: State, event: Event): State;
}

/** Something that was decided. Data are plain JSON, times in epoch ms. */
export interface DomainEvent<Type extends string, Data> {
  readonly type: Type;
  readonly data: Readonly<Data>;
}

/** Something that happened on the track: `occurredAt` is the race's own time for it, epoch ms. */
export interface RaceEvent<Type extends string, Data> extends DomainEvent<Type, Data> {
  readonly occurredAt: number;
}

/** Which kind of refusal: a rule does not permit it, its object does not exist, or the caller has no right to it. */
export type RefusalKind = 'rule' | 'missing' | 'forbidden';

/** Either a rule of the sport or the product, or an answer of the api, which says by itself which kind it is. */
export type ErrorCode = RefusalCode | AnswerCode;

const MESSAGES: Readonly<Record<ErrorCode, string>> = { ...REFUSALS, ...ANSWER_TEXTS };

/** A refusal. `code` is stable; `message` is the catalogue's text for it and is shown to people. */
export class DomainError extends Error {
  override readonly name = 'DomainError';
  constructor(
    readonly code: ErrorCode,
    /** Of a rule's code; an answer's code has one kind. */
    readonly kind: RefusalKind = 'rule',
    /** Seconds after which the same may be tried again; left out if waiting does not help. */
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

/** The default of every switch over a union: the compiler proves that nothing is left. */
export function unreachable(left: never): never {
  throw new Error(`Unexpected: ${JSON.stringify(left)}`);
}
