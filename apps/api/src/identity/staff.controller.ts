import { Body, Controller, Delete, Post, Put } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { createZodDto } from 'nestjs-zod';
import { holds, staffRequest, type ChangedStaffAnswer, type StaffAnswer } from '@flagpost/contracts';
import { Allow, type SubjectOf } from '../access/allow.js';
import { clubInBody } from '../access/resource-resolvers.js';
import { CommandMessage } from '../dispatch/command-message.js';
import { FromCaller, type Caller } from '../http/caller.js';
import { idText, parseField } from '../http/validation-error.js';
import { IdParam } from '../http/params.js';
import { addStaff, changeStaff, inviteStaffAgain, removeStaff } from './staff.commands.js';
import { userReads } from '../views/users.projection.js';

class StaffBody extends createZodDto(staffRequest) {}

/** Users who work for a club: no competitors, administrators or removed users. */
const staffInPath: SubjectOf = async ({ request, readModels }) => {
  const user = await userReads(readModels).get(parseField(idText, 'id', request.params['id']));
  if (user === null || user.clubId === null || user.status === 'removed') return [];
  return holds(user, 'planner', 'viewer', 'director') ? [{ clubId: user.clubId }] : [];
};

@ApiTags('users')
@Controller('users')
export class StaffController {
  constructor(private readonly commands: CommandBus) {}

  @Post('roles')
  @Allow(addStaff.right, clubInBody(staffRequest, 'ClubId', (body) => body.ClubId))
  add(@Body() body: StaffBody, @FromCaller() caller: Caller): Promise<StaffAnswer> {
    return this.commands.execute(new CommandMessage('addStaff', body, caller));
  }

  @Put('roles/:id')
  @Allow(changeStaff.right, staffInPath)
  change(
    @IdParam('id') userId: number,
    @Body() body: StaffBody,
    @FromCaller() caller: Caller,
  ): Promise<ChangedStaffAnswer> {
    return this.commands.execute(new CommandMessage('changeStaff', { userId, staff: body }, caller));
  }

  /** Mails a new temporary password, which replaces the former one. */
  @Post('roles/:id/firstAccess')
  @Allow(inviteStaffAgain.right, staffInPath)
  sendFirstAccess(@IdParam('id') userId: number, @FromCaller() caller: Caller): Promise<{ useId: number }> {
    return this.commands.execute(new CommandMessage('inviteStaffAgain', { userId }, caller));
  }

  @Delete('roluser/:id')
  @Allow(removeStaff.right, staffInPath)
  remove(@IdParam('id') userId: number, @FromCaller() caller: Caller): Promise<{ useId: number }> {
    return this.commands.execute(new CommandMessage('removeStaff', { userId }, caller));
  }
}
