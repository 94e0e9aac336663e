import {
  Inject,
  Module,
  type DynamicModule,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { Records } from '@flagpost/records';
import { createDoors } from './doors/doors.js';
import { startPipeline, type Pipeline, type PipelineParts } from './pipeline/pipeline.js';

export interface IngestParts extends PipelineParts {
  readonly records: Pick<Records, 'ingestStates' | 'history' | 'deviceTokens'>;
}

const PARTS = Symbol('IngestParts');

/**
 * Doors and pipeline in a Nest application. Modules are made before Nest adds its body parsers, so the doors, which
 * read bodies themselves, stand in front of them, and of everything that logs paths.
 */
@Module({})
export class IngestModule implements OnApplicationBootstrap, OnApplicationShutdown {
  private pipeline: Pipeline | undefined;

  constructor(
    @Inject(PARTS) private readonly parts: IngestParts,
    @Inject(HttpAdapterHost) { httpAdapter }: HttpAdapterHost,
  ) {
    httpAdapter.use(createDoors({ ...parts, deviceTokens: parts.records.deviceTokens }));
  }

  static register(parts: IngestParts): DynamicModule {
    return { module: IngestModule, providers: [{ provide: PARTS, useValue: parts }] };
  }

  async onApplicationBootstrap(): Promise<void> {
    this.pipeline = await startPipeline(this.parts);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pipeline?.stop();
  }
}
