import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import {
  ApiOkResponse,
  ApiOperation,
  ApiServiceUnavailableResponse,
  ApiTags,
  ApiUnauthorizedResponse,
} from '@nestjs/swagger';
import type { Response } from 'express';
import { mayEver, READ_YOUR_WRITES_MS, type HealthAnswer } from '@flagpost/contracts';
import { refuse } from '@flagpost/domain';
import { isFromThisMachine, ServiceUnavailableError } from '@flagpost/platform';
import type { Projector } from '@flagpost/read-models';
import { Allow } from '../access/allow.js';
import { PROJECTOR } from '../dispatch/command.handler.js';
import { SINGLETON_JOBS, type SingletonJobs } from '../instances/singleton-jobs.js';
import { AccessTokens } from '../access/access-tokens.js';
import { sessionHolds } from '../access/session-holds.js';
import type { ApiRequest } from '../http/request.js';
import { DEPENDENCIES, type ApiDependencies } from '../dependencies.js';

@ApiTags('health')
@Controller('health')
export class HealthController {
  constructor(
    @Inject(DEPENDENCIES) private readonly dependencies: ApiDependencies,
    @Inject(PROJECTOR) private readonly projector: Projector,
    private readonly tokens: AccessTokens,
    @Inject(SINGLETON_JOBS) jobs: SingletonJobs,
  ) {
    const { health, store, records, readModels, topics } = dependencies;
    health.register('event store', () => store.health());
    health.register('records', () => records.health());
    health.register('read models', () => readModels.health());
    health.register('topics', () => topics.health());
    health.register('views', () => this.viewsFollow());
    health.register('singleton jobs', () => ({ ok: true, details: { isLeader: jobs.isLeader() } }));
  }

  /** The status (503 if a part fails), public; parts and projections for administrators only. */
  @Get()
  @Allow('health.status')
  @ApiOperation({ summary: 'The health of this process', security: [{}, { bearer: [] }] })
  @ApiOkResponse()
  @ApiUnauthorizedResponse({ schema: { $ref: '#/components/schemas/ErrorAnswer' } })
  @ApiServiceUnavailableResponse({ schema: { $ref: '#/components/schemas/HealthAnswer' } })
  async read(
    @Req() request: ApiRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<HealthAnswer> {
    const { ok, parts } = await this.dependencies.health.read();
    response.status(ok ? 200 : 503);
    const status = ok ? 'ok' : 'failing';
    if (!(await this.mayReadDetails(request))) return { status };
    return { status, parts, ...(await this.projections()) };
  }

  /** Omitted if the log or the views cannot be read, which the parts report. */
  private async projections(): Promise<Pick<HealthAnswer, 'projections'>> {
    try {
      return { projections: await this.projector.health() };
    } catch (error) {
      if (!(error instanceof ServiceUnavailableError)) throw error;
      return {};
    }
  }

  /** @throws {DomainError} notAuthorized if the request has an invalid bearer token; tokenExpired if its session has ended */
  private async mayReadDetails(request: ApiRequest): Promise<boolean> {
    const token = /^Bearer (.+)$/i.exec(request.get('authorization') ?? '')?.[1];
    if (token === undefined) return false;
    const actor = this.tokens.read(token);
    if (!mayEver(actor, 'health.details')) return false;
    try {
      const isFromHere = (): boolean => isFromThisMachine(request);
      if (!(await sessionHolds(this.dependencies, actor, actor.sessionId, isFromHere)))
        refuse('tokenExpired');
    } catch (error) {
      // The token is enough while no session can be read, which is what the details are about.
      if (!(error instanceof ServiceUnavailableError)) throw error;
    }
    return true;
  }

  /** Cheap, as the call is public. */
  private async viewsFollow(): Promise<{ ok: boolean }> {
    const head = await this.dependencies.store.head();
    return { ok: head === null || (await this.projector.waitFor(head, READ_YOUR_WRITES_MS)) };
  }
}
