import { Inject, Module, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { TOPICS, TOPIC_DEFINITIONS } from '@flagpost/contracts';
import type { Handle } from '@flagpost/event-sourcing';
import type { Projector } from '@flagpost/read-models';
import { HANDLE, PROJECTOR } from '../dispatch/submit.handler.js';
import { PARTS, type ApiParts } from '../parts.js';
import { FACTS_GROUP, recordFacts, type FactsRecorder } from './facts.js';
import type { Running } from './keep-running.js';
import { RaceControlController } from './race-control.controller.js';
import { publishSetups } from './setup.publisher.js';
import { TimersController } from './timers.controller.js';

/** Flags, SOS, laps: what is decided during a race, what the race itself states, and what its engine must know. */
@Module({ controllers: [RaceControlController, TimersController] })
export class RaceControlModule implements OnApplicationBootstrap, OnModuleDestroy {
  private facts: FactsRecorder | null = null;
  private setups: Running | null = null;

  constructor(
    @Inject(PARTS) private readonly parts: ApiParts,
    @Inject(HANDLE) private readonly handle: Handle,
    @Inject(PROJECTOR) private readonly projector: Projector,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const { topics, health } = this.parts;
    await topics.define(TOPIC_DEFINITIONS);
    const setups = (this.setups = await publishSetups(this.parts, this.projector));
    const facts = (this.facts = recordFacts(this.parts, this.handle, this.projector));
    health.register('race setup', () => ({
      ok: setups.failure() === null,
      details: { failure: setups.failure() },
    }));
    health.register('race facts', async () => ({
      ok: facts.failure() === null,
      details: {
        failure: facts.failure(),
        lagMessages: (await topics.lag(TOPICS.facts, FACTS_GROUP)).messages,
        skipped: facts.skipped(),
      },
    }));
  }

  async onModuleDestroy(): Promise<void> {
    await this.facts?.stop();
    await this.setups?.stop();
  }
}
