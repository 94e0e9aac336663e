import { Body, Controller, Get, Inject, Put, Query } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiOperation, ApiQuery, ApiTags } from '@nestjs/swagger';
import { createZodDto } from 'nestjs-zod';
import {
  KEEP_PERIODS,
  keepDaysOf,
  keepingQuery,
  keepingRequest,
  type KeepingAnswer,
} from '@flagpost/contracts';
import { Allow } from '../access/allow.js';
import { clubInPath } from '../access/resource-resolvers.js';
import { CommandMessage } from '../dispatch/command-message.js';
import { DEPENDENCIES, type ApiDependencies } from '../dependencies.js';
import { FromCaller, type Caller } from '../http/caller.js';
import { found } from '../http/found.js';
import { IdParam } from '../http/params.js';
import { parseBody } from '../http/validation-error.js';
import { clubReads, type ClubDocument } from '../views/clubs.projection.js';
import { keepPositions } from './clubs.commands.js';
import { keepingAnswer, keepingIfSet } from './keeping-answers.js';

class KeepingBody extends createZodDto(keepingRequest) {}

/** How long an institution keeps the positions of its races. */
@ApiTags('keeping')
@Controller('keeping')
export class KeepingController {
  constructor(
    @Inject(DEPENDENCIES) private readonly dependencies: ApiDependencies,
    private readonly commands: CommandBus,
  ) {}

  @Get(':id')
  @Allow('keeping.read', clubInPath())
  @ApiOperation({ summary: 'How long positions are kept, and which past races lose theirs' })
  @ApiQuery({ name: 'days', required: false, schema: { type: 'string', enum: KEEP_PERIODS } })
  async read(@IdParam('id') clubId: number, @Query() query: unknown): Promise<KeepingAnswer> {
    const { days } = parseBody(keepingQuery, query);
    const club = await this.club(clubId);
    return days === undefined
      ? keepingAnswer(this.dependencies, club)
      : keepingIfSet(this.dependencies, club, keepDaysOf(days));
  }

  @Put(':id')
  @Allow(keepPositions.right, clubInPath())
  async set(
    @IdParam('id') clubId: number,
    @Body() { KeepDays, Former }: KeepingBody,
    @FromCaller() caller: Caller,
  ): Promise<KeepingAnswer> {
    await this.commands.execute(new CommandMessage('keepPositions', { clubId, KeepDays, Former }, caller));
    return keepingAnswer(this.dependencies, await this.club(clubId));
  }

  private async club(clubId: number): Promise<ClubDocument> {
    return found(await clubReads(this.dependencies.readModels).get(clubId));
  }
}
