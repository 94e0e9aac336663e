import { Controller, Get, Inject } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { LiveNowItem } from '@flagpost/contracts';
import { Allow } from '../access/allow.js';
import { clubInPath } from '../access/resource-resolvers.js';
import { DEPENDENCIES, type ApiDependencies } from '../dependencies.js';
import { IdOrZeroParam } from '../http/params.js';
import { eventReads } from '../views/events.projection.js';
import { liveNowItems } from './live-now.js';
import { LIVE_STATE, type LiveState } from './live-state.js';
import { REACH, type Reach } from './reach.js';

@ApiTags('events')
@Controller('events')
export class LiveNowController {
  constructor(
    @Inject(DEPENDENCIES) private readonly dependencies: ApiDependencies,
    @Inject(LIVE_STATE) private readonly live: LiveState,
    @Inject(REACH) private readonly reach: Reach,
  ) {}

  /** Of club 0: of every club. */
  @Get('liveNow/:clubId')
  @Allow('events.read', clubInPath('clubId'))
  async liveNow(@IdOrZeroParam('clubId') clubId: number): Promise<LiveNowItem[]> {
    const { readModels, clock } = this.dependencies;
    const events = await eventReads(readModels).live(clubId === 0 ? null : clubId, clock.now());
    return liveNowItems(this.dependencies, this.live, this.reach, events);
  }
}
