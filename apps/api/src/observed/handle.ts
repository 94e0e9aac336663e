import { DomainError } from '@flagpost/domain';
import type { CommandContext, CommandResult, Decider, EventShape, Handle } from '@flagpost/event-sourcing';
import { METRICS } from '@flagpost/observability';
import type { ApiParts } from '../parts.js';

/** Commands are named by their type, of which there are as many as the deciders know. */
const nameOf = (command: unknown): string => String((command as { readonly type?: unknown } | null)?.type);

/** Each command measured and in a span of its own, whoever sends it; the handler itself where nobody asks. */
export const observedHandle = (
  handle: Handle,
  { metrics, tracing }: Pick<ApiParts, 'metrics' | 'tracing'>,
): Handle => {
  if (metrics === undefined && tracing === undefined) return handle;
  const start = metrics?.stopwatch(METRICS.command);
  return async <Command, Event extends EventShape, State>(
    stream: string,
    decider: Decider<Command, Event, State>,
    sent: Command,
    context: CommandContext,
  ): Promise<CommandResult<Event, State>> => {
    const command = nameOf(sent);
    const stop = start?.();
    const work = () => handle(stream, decider, sent, context);
    try {
      const result = await (tracing?.span(`command ${command}`, {}, work) ?? work());
      stop?.({ command, outcome: 'done' });
      return result;
    } catch (error) {
      stop?.({ command, outcome: error instanceof DomainError ? 'refused' : 'failed' });
      throw error;
    }
  };
};
