import { Body, Controller, Patch } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { createZodDto } from 'nestjs-zod';
import { selectedRequest, type SendInvitationsAnswer } from '@flagpost/contracts';
import { Allow } from '../access/allow.js';
import { standingInvitationsInBody } from '../access/resource-resolvers.js';
import { CommandMessage } from '../dispatch/command-message.js';
import { FromCaller, type Caller } from '../http/caller.js';
import { sendInvitations } from './sending.commands.js';

class SelectedBody extends createZodDto(selectedRequest) {}

@ApiTags('invitations')
@Controller('invitations')
export class SendingController {
  constructor(private readonly commands: CommandBus) {}

  /** Answers once every mail is queued; they are sent one after another. */
  @Patch('send')
  @Allow(sendInvitations.right, standingInvitationsInBody(selectedRequest, (body) => body.Invitations))
  send(@Body() body: SelectedBody, @FromCaller() caller: Caller): Promise<SendInvitationsAnswer> {
    return this.commands.execute(new CommandMessage('sendInvitations', body, caller));
  }
}
