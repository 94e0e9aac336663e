import { REFUSALS, type RefusalCode } from '@flagpost/contracts';

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

/** How a refusal is answered: by a business rule (418), as unknown (404) or as not allowed (403). */
export type RefusalKind = 'rule' | 'missing' | 'forbidden';

/** A refusal. `code` is stable; `message` is the catalogue's text for it and is shown to people. */
export class DomainError extends Error {
  override readonly name = 'DomainError';
  constructor(
    readonly code: RefusalCode,
    readonly kind: RefusalKind = 'rule',
  ) {
    super(REFUSALS[code]);
  }
}

/** @throws {DomainError} always */
export function refuse(code: RefusalCode, kind: RefusalKind = 'rule'): never {
  throw new DomainError(code, kind);
}

/** The default of every switch over a union: the compiler proves that nothing is left. */
export function unreachable(left: never): never {
  throw new Error(`Unexpected: ${JSON.stringify(left)}`);
}
