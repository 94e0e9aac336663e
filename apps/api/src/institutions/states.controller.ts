import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { STATE_GROUPS, type IdDescription } from '@flagpost/contracts';
import { Allow } from '../access/allow.js';
import { found } from '../http/found.js';
import { IdParam } from '../http/params.js';

@ApiTags('states')
@Controller('states')
export class StatesController {
  /** By id. The descriptions are the names of the states; screens have words of their own for them. */
  @Get('IdDescription/:group')
  @Allow('lookups.read')
  ofGroup(@IdParam('group') group: number): IdDescription[] {
    return Object.entries(found(STATE_GROUPS[group]))
      .map(([Description, Id]) => ({ Id, Description }))
      .sort((one, other) => one.Id - other.Id);
  }
}
