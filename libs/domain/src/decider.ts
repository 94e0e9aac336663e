/** What every aggregate is: three plain functions. No clock, no minting of ids, no I/O inside. */
export interface Decider<Command, Event extends { readonly type: string; readonly data: unknown }, State> {
  readonly initialState: State;
  /** @throws {DomainError} where a rule refuses the command. */
  decide(command: Command, state: State): readonly Event[];
  evolve(state: State, event: Event): State;
}

/** How a refusal is answered: by a business rule (418), as unknown (404) or as not allowed (403). */
export type RefusalKind = 'rule' | 'missing' | 'forbidden';

/** A refusal. `code` is stable; `message` is shown to people. */
export class DomainError extends Error {
  override readonly name = 'DomainError';
  constructor(
    readonly code: string,
    message: string,
    readonly kind: RefusalKind = 'rule',
  ) {
    super(message);
  }
}
