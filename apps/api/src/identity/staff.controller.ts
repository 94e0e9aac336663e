import { Body, Controller, Delete, Inject, Post, Put } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { createZodDto } from 'nestjs-zod';
import { holds, staffRequest, type StaffAnswer } from '@flagpost/contracts';
import { Allow, type SubjectOf } from '../access/allow.js';
import { clubInBody } from '../access/subjects.js';
import { FromCaller, type Caller } from '../http/caller.js';
import { idText, parseField } from '../http/validation-error.js';
import { IdParam } from '../http/params.js';
import { PARTS, type ApiParts } from '../parts.js';
import { KeptAccounts } from './kept-accounts.js';
import { Sessions } from './sessions.js';
import { addStaff, changeStaff, inviteAgain, removeStaff } from './staff.commands.js';
import { userReads } from './users.projection.js';

class StaffBody extends createZodDto(staffRequest) {}

/** Somebody who works for a club: neither competitors nor administrators, nor who was removed. */
const staffInPath: SubjectOf = async ({ request, readModels }) => {
  const user = await userReads(readModels).get(parseField(idText, 'id', request.params['id']));
  if (user === null || user.clubId === null || user.status === 'removed') return [];
  return holds(user, 'planner', 'viewer', 'director') ? [{ clubId: user.clubId }] : [];
};

@ApiTags('users')
@Controller('users')
export class StaffController {
  constructor(
    @Inject(PARTS) private readonly parts: ApiParts,
    private readonly commands: CommandBus,
    private readonly sessions: Sessions,
    private readonly takeBacks: KeptAccounts,
  ) {}

  @Post('roles')
  @Allow('users.manage', clubInBody(staffRequest, 'ClubId', (body) => body.ClubId))
  add(@Body() body: StaffBody, @FromCaller() caller: Caller): Promise<StaffAnswer> {
    return this.commands.execute(addStaff(this.parts, caller, body));
  }

  @Put('roles/:id')
  @Allow('users.manage', staffInPath)
  change(
    @IdParam('id') userId: number,
    @Body() body: StaffBody,
    @FromCaller() caller: Caller,
  ): Promise<StaffAnswer> {
    return this.commands.execute(changeStaff(this.parts, caller, this.takeBacks, userId, body));
  }

  /** Mails them another password for the first access, in place of the former one. */
  @Post('roles/:id/firstAccess')
  @Allow('users.manage', staffInPath)
  sendFirstAccess(@IdParam('id') userId: number, @FromCaller() caller: Caller): Promise<{ useId: number }> {
    return this.commands.execute(inviteAgain(this.parts, caller, userId));
  }

  @Delete('roluser/:id')
  @Allow('users.manage', staffInPath)
  remove(@IdParam('id') userId: number, @FromCaller() caller: Caller): Promise<{ useId: number }> {
    return this.commands.execute(removeStaff(this.parts, caller, this.sessions, userId));
  }
}
