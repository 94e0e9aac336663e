import { expect } from '@jest/globals';
import type { Decider, EventShape } from '@flagpost/event-sourcing';

interface Outcome<Event> {
  /** The command decided exactly these events; none: it changed nothing. */
  then(events: readonly Event[]): void;
  /** A rule refused the command with this code. */
  thenRefused(code: string): void;
}

/**
 * `given(decider, events).when(command).then(events)` or `.thenRefused(code)`, the given events being the stream so far.
 */
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
