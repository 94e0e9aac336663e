import { Controller, Delete } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Allow } from '../access/allow.js';
import { CommandMessage } from '../dispatch/command-message.js';
import { FromCaller, type Caller } from '../http/caller.js';
import { IdParam } from '../http/params.js';
import { erasePerson } from './people.commands.js';

@ApiTags('people')
@Controller('people')
export class PeopleController {
  constructor(private readonly commands: CommandBus) {}

  @Delete(':id')
  @Allow(erasePerson.right)
  @ApiOperation({ summary: 'Erases a user, a competitor or a co-driver by their id, for good' })
  erase(@IdParam('id') personId: number, @FromCaller() caller: Caller): Promise<{ id: number }> {
    return this.commands.execute(new CommandMessage('erasePerson', { personId }, caller));
  }
}
