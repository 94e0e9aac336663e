import { Controller, Get, Headers, Inject, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { mayEver, READ_YOUR_WRITES_MS, type HealthAnswer } from '@flagpost/contracts';
import type { Projector } from '@flagpost/read-models';
import { Allow } from '../access/allow.js';
import { PROJECTOR } from '../dispatch/submit.handler.js';
import { AccessTokens } from '../identity/access-tokens.js';
import { PARTS, type ApiParts } from '../parts.js';

@ApiTags('health')
@Controller('health')
export class HealthController {
  constructor(
    @Inject(PARTS) private readonly parts: ApiParts,
    @Inject(PROJECTOR) private readonly projector: Projector,
    private readonly tokens: AccessTokens,
  ) {
    parts.health.register('views', () => this.viewsFollow());
  }

  /** The status for everybody (503 where a part fails); its parts and the views' digests for administrators. */
  @Get()
  @Allow('health.status')
  async read(
    @Headers('authorization') authorization: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<HealthAnswer> {
    const { ok, parts } = await this.parts.health.read();
    response.status(ok ? 200 : 503);
    const status = ok ? 'ok' : 'failing';
    if (!this.mayReadDetails(authorization)) return { status };
    return { status, parts, projections: await this.projector.health() };
  }

  /** @throws {Refusal} 401 for a bearer that is not good: who brings one wants to know. */
  private mayReadDetails(authorization: string | undefined): boolean {
    const token = /^Bearer (.+)$/i.exec(authorization ?? '')?.[1];
    return token !== undefined && mayEver(this.tokens.read(token), 'health.details');
  }

  /** Cheap, as anybody may ask: figures of each projection are for administrators. */
  private async viewsFollow(): Promise<{ ok: boolean }> {
    const head = await this.parts.store.head();
    return { ok: head === null || (await this.projector.waitFor(head, READ_YOUR_WRITES_MS)) };
  }
}
