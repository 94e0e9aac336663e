import type { Server } from 'node:http';
import {
  Inject,
  Module,
  type DynamicModule,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
  type OnModuleInit,
} from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { Records } from '@flagpost/records';
import { createDeviceNotes, type DeviceNotes } from './devices.js';
import { createDoors } from './doors/doors.js';
import { standInFront } from './doors/in-front.js';
import { startPipeline, type Pipeline, type PipelineParts } from './pipeline/pipeline.js';

export interface IngestParts extends Omit<PipelineParts, 'devices'> {
  readonly records: Pick<Records, 'ingestStates' | 'history' | 'deviceTokens'>;
}

const PARTS = Symbol('IngestParts');

/**
 * Doors and pipeline in a Nest application. The doors stand in front of all that Nest and Express do to a request: their
 * body parsers, what logs paths, and what it costs, which is more than a door does.
 */
@Module({})
export class IngestModule implements OnModuleInit, OnApplicationBootstrap, OnApplicationShutdown {
  private readonly devices: DeviceNotes;
  private pipeline: Pipeline | undefined;

  constructor(
    @Inject(PARTS) private readonly parts: IngestParts,
    @Inject(HttpAdapterHost) private readonly host: HttpAdapterHost,
  ) {
    this.devices = createDeviceNotes({ ...parts, deviceTokens: parts.records.deviceTokens });
  }

  onModuleInit(): void {
    const { parts, devices } = this;
    const doors = createDoors({ ...parts, devices, deviceTokens: parts.records.deviceTokens });
    standInFront(this.host.httpAdapter.getHttpServer() as Server, doors);
  }

  static register(parts: IngestParts): DynamicModule {
    return { module: IngestModule, providers: [{ provide: PARTS, useValue: parts }] };
  }

  async onApplicationBootstrap(): Promise<void> {
    this.pipeline = await startPipeline({ ...this.parts, devices: this.devices });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pipeline?.stop();
    await this.devices.stop();
  }
}
