import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { IDEMPOTENCY_KEY_HEADER, may, mayEver, PERMISSIONS, type Actor } from '@flagpost/contracts';
import { refuse } from '@flagpost/domain';
import { tokenHash } from '@flagpost/platform';
import type { ApiDependencies } from '../dependencies.js';
import { sessionHolds } from './session-holds.js';
import type { ApiRequest } from '../http/request.js';
import { isFromThisMachine } from '../http/this-machine.js';
import type { Bearer } from './bearer.js';
import { routePermissionOf } from './route-permissions.js';

/** Authorises a request by its route's row in the permission table: 401, then 403, then 404, then 403 for the resource. */
export class AccessGuard implements CanActivate {
  constructor(
    private readonly dependencies: Pick<
      ApiDependencies,
      'readModels' | 'records' | 'store' | 'clock' | 'config'
    >,
    private readonly bearer: Bearer,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    // The live gateway authorises sockets.
    if (context.getType() !== 'http') return true;
    const { action, subject } = routePermissionOf(context.getClass(), context.getHandler());
    const request = context.switchToHttp().getRequest<ApiRequest>();
    if (PERMISSIONS[action].public === true) return true;
    const actor = await this.bearer.actorOf(request);
    request.actor = actor;
    const { bearer = 'session' } = PERMISSIONS[action];
    if (actor.opens !== bearer) refuse('forbidden');
    if (bearer !== 'session') return true;
    // As an expired token: the client asks for a new one, which signs it out if its session has ended.
    const holds = await sessionHolds(this.dependencies, actor, actor.sessionId, () =>
      isFromThisMachine(request),
    );
    if (!holds) refuse('tokenExpired');
    if (!mayEver(actor, action)) refuse('forbidden');
    if (typeof subject !== 'function') return true;
    const subjects = await subject({
      request,
      actor,
      readModels: this.dependencies.readModels,
      now: this.dependencies.clock.now(),
    });
    if (subjects.length === 0 && !(await this.isRepetition(request, actor))) refuse('notFound');
    for (const each of subjects) {
      if (may(actor, action, each)) continue;
      // Not `forbidden`: the actor has the right, but the event is over.
      if (each.past === true && may(actor, action, { ...each, past: false })) refuse('event.past');
      refuse('forbidden');
    }
    return true;
  }

  /**
   * What a repeated request acts on may be gone by the request itself. Its rights were checked before it reserved its key,
   * and under that key nothing but the same request of the same person is carried out or answered.
   */
  private async isRepetition(request: ApiRequest, { userId }: Actor): Promise<boolean> {
    const key = request.get(IDEMPOTENCY_KEY_HEADER);
    if (key === undefined) return false;
    return this.dependencies.records.requestKeys.isReserved({ actorId: userId, key: tokenHash(key) });
  }
}
