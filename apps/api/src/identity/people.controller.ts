import { Controller, Delete, Inject } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Allow } from '../access/allow.js';
import { FromCaller, type Caller } from '../http/caller.js';
import { IdParam } from '../http/params.js';
import { PARTS, type ApiParts } from '../parts.js';
import { erasePerson } from './erasure.js';
import { Sessions } from './sessions.js';

@ApiTags('people')
@Controller('people')
export class PeopleController {
  constructor(
    @Inject(PARTS) private readonly parts: ApiParts,
    private readonly commands: CommandBus,
    private readonly sessions: Sessions,
  ) {}

  @Delete(':id')
  @Allow('people.erase')
  @ApiOperation({ summary: 'Erases a user, a competitor or a co-driver by their id, for good' })
  erase(@IdParam('id') personId: number, @FromCaller() caller: Caller): Promise<{ id: number }> {
    return this.commands.execute(erasePerson(this.parts, caller, this.sessions, personId));
  }
}
