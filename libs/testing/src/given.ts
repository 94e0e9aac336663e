import { expect } from '@jest/globals';
import type { Decider, EventShape } from '@flagpost/event-sourcing';

interface Outcome<Event> {
  /** The command produced exactly these events; none: it changed nothing. */
  then(events: readonly Event[]): void;
  /** The command was refused with this code. */
  thenRefused(code: string): void;
}

/** `given(decider, events).when(command).then(events)` or `.thenRefused(code)`; `events` are the stream so far. */
export const given = <Command, Event extends EventShape, State>(
  decider: Decider<Command, Event, State>,
  events: readonly Event[],
): { when(command: Command): Outcome<Event> } => ({
  when: (command) => {
    const state = events.reduce((folded, event) => decider.evolve(folded, event), decider.initialState);
    return {
      then: (expected) => expect(decider.decide(command, state)).toEqual(expected),
      thenRefused: (code) =>
        expect(() => decider.decide(command, state)).toThrow(expect.objectContaining({ code })),
    };
  },
});
