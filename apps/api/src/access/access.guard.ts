import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { may, mayEver, PERMISSIONS } from '@flagpost/contracts';
import { refuse } from '@flagpost/domain';
import type { ApiParts } from '../parts.js';
import { sessionHolds } from './session-holds.js';
import type { ApiRequest } from '../http/request.js';
import { isFromThisMachine } from '../http/this-machine.js';
import type { Bearer } from './bearer.js';
import { entryOf } from './route-permissions.js';

/** Lets a request through by its route's line in the permission table: 401, then 403, then 404, then 403 again. */
export class AccessGuard implements CanActivate {
  constructor(
    private readonly parts: Pick<ApiParts, 'readModels' | 'records' | 'store' | 'clock' | 'config'>,
    private readonly bearer: Bearer,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    // Sockets are let in by their own gateway.
    if (context.getType() !== 'http') return true;
    const { action, subject } = entryOf(context.getClass(), context.getHandler());
    const request = context.switchToHttp().getRequest<ApiRequest>();
    if (PERMISSIONS[action].public === true) return true;
    const actor = await this.bearer.actorOf(request);
    request.actor = actor;
    const { bearer = 'session' } = PERMISSIONS[action];
    if (actor.opens !== bearer) refuse('forbidden');
    if (bearer !== 'session') return true;
    // Told as expired: a screen whose session goes on takes the next token, any other is signed out by asking for it.
    const holds = await sessionHolds(this.parts, actor, actor.sessionId, () => isFromThisMachine(request));
    if (!holds) refuse('tokenExpired');
    if (!mayEver(actor, action)) refuse('forbidden');
    if (typeof subject !== 'function') return true;
    const subjects = await subject({
      request,
      actor,
      readModels: this.parts.readModels,
      now: this.parts.clock.now(),
    });
    if (subjects.length === 0) refuse('notFound');
    for (const each of subjects) {
      if (may(actor, action, each)) continue;
      // Rather than forbidden: whoever may do this has come too late.
      if (each.past === true && may(actor, action, { ...each, past: false })) refuse('event.past');
      refuse('forbidden');
    }
    return true;
  }
}
