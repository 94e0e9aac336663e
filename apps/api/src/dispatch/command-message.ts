import { Command } from '@nestjs/cqrs';
import type { z } from 'zod';
import type { CommandName, Commands } from '../commands.js';
import type { Caller } from '../http/caller.js';

export type CommandData<N extends CommandName> = z.output<Commands[N]['schema']>;
export type CommandAnswer<N extends CommandName> = Awaited<ReturnType<Commands[N]['carryOut']>>;

/** A command for the CommandBus. It is answered once the views show its events; see `CommandMessageHandler`. */
export class CommandMessage<N extends CommandName = CommandName> extends Command<CommandAnswer<N>> {
  constructor(
    readonly name: N,
    readonly data: CommandData<N>,
    readonly caller: Caller,
  ) {
    super();
  }
}
