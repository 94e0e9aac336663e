import { DomainError } from '@flagpost/domain';
import type { CommandContext, CommandResult, Decider, EventShape, Handle } from '@flagpost/event-sourcing';
import { METRICS } from '@flagpost/observability';
import type { ApiDependencies } from '../dependencies.js';

/** The label of a command: its type, of which the deciders define a fixed number. */
const nameOf = (command: unknown): string => String((command as { readonly type?: unknown } | null)?.type);

/** Measures each command and traces it in a span; returns the handler itself if metrics and tracing are off. */
export const instrumentedHandle = (
  handle: Handle,
  { metrics, tracing }: Pick<ApiDependencies, 'metrics' | 'tracing'>,
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
    const work = (traced: Pick<CommandContext, 'traceparent'>) =>
      handle(stream, decider, sent, { ...context, ...traced });
    try {
      const result = await (tracing?.span(`command ${command}`, {}, ({ traceparent }) =>
        work({ traceparent }),
      ) ?? work({}));
      stop?.({ command, outcome: 'done' });
      return result;
    } catch (error) {
      stop?.({ command, outcome: error instanceof DomainError ? 'refused' : 'failed' });
      throw error;
    }
  };
};
