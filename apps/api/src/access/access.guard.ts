import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { may, mayEver, PERMISSIONS, type Actor } from '@flagpost/contracts';
import { refuse } from '@flagpost/domain';
import { isFromThisMachine, tokenHash } from '@flagpost/platform';
import type { ApiDependencies } from '../dependencies.js';
import { sessionHolds } from './session-holds.js';
import { keyedRequestOf } from '../http/caller.js';
import type { ApiRequest } from '../http/request.js';
import type { Bearer } from './bearer.js';
import { routePermissionOf } from './route-permissions.js';

/** Authorises a request by its route's row in the permission table: 401, then 403, then 404 or 403 for the resource. */
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
    for (const each of subjects) {
      if (each === null || may(actor, action, each)) continue;
      // Not `forbidden`: the actor has the right, but the event is over.
      if (each.past === true && may(actor, action, { ...each, past: false })) refuse('event.past');
      refuse('forbidden');
    }
    const isMissing = subjects.length === 0 || subjects.includes(null);
    if (isMissing && !(await this.isRepetition(request, actor))) refuse('notFound');
    return true;
  }

  /**
   * What a repeated request acts on may be gone by the request itself. The rights of the same request, with this method, path
   * and body, were checked before it reserved its key.
   */
  private async isRepetition(request: ApiRequest, { userId }: Actor): Promise<boolean> {
    const keyed = keyedRequestOf(request);
    if (keyed === null) return false;
    const key = { actorId: userId, key: tokenHash(keyed.key), bodyHash: keyed.bodyHash };
    const stored = await this.dependencies.records.requestKeys.find(key);
    return stored !== null && stored.kind !== 'mismatch';
  }
}
