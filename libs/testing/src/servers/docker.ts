import { ADDRESS_VARIABLES } from './choose.js';
import { freePort } from './free-port.js';
import { IMAGES } from './images.js';
import { until } from '../until.js';
import type { Component, RunningServer, Starter } from './server.js';

/** A container of one component, by testcontainers, whose reaper removes it even if this process is killed. */
export interface DockerServer {
  readonly component: Component;
  /** `host:port` as reachable from this machine, which brokers advertise to clients. */
  readonly environment?: (reachedAt: string) => Readonly<Record<string, string>>;
  readonly address: (reachedAt: string) => string;
  /** Resolves when it is ready; called repeatedly until then. */
  readonly ready: (environment: Readonly<Record<string, string>>) => Promise<unknown>;
}

const READY_WITHIN_MS = 180_000;
const ASK_EVERY_MS = 250;

/** Retries until it succeeds. */
export const untilReady = async (ask: () => Promise<unknown>): Promise<void> => {
  const answered = async (): Promise<true> => {
    await ask();
    return true;
  };
  await until('an answer of the server', answered, { deadlineMs: READY_WITHIN_MS, everyMs: ASK_EVERY_MS });
};

export const inDocker =
  ({ component, environment, address, ready }: DockerServer): Starter =>
  async (): Promise<RunningServer | { why: string }> => {
    const { GenericContainer, getContainerRuntimeClient } = await import('testcontainers');
    const docker = await getContainerRuntimeClient().catch(() => null);
    if (docker === null) return { why: 'no Docker engine answers' };

    const { image, port } = IMAGES[component];
    // A fixed port, which survives a restart of the container.
    const host = await freePort();
    const reachedAt = `${docker.info.containerRuntime.host}:${host}`;
    const container = await new GenericContainer(image)
      .withExposedPorts({ container: port, host })
      .withEnvironment({ ...environment?.(reachedAt) })
      .start();
    const at = address(reachedAt);
    const settings = { [ADDRESS_VARIABLES[component]]: at };
    const answering = (): Promise<void> => untilReady(() => ready(settings));
    const handle = docker.container.getById(container.getId());
    try {
      await answering();
    } catch (error) {
      await container.stop();
      throw error;
    }
    return {
      component,
      address: at,
      environment: settings,
      says: `${image}, in Docker ${docker.info.containerRuntime.serverVersion}`,
      control: {
        stop: async () => {
          await handle.kill();
        },
        async start() {
          await handle.start();
          await answering();
        },
      },
      end: async () => {
        await container.stop();
      },
    };
  };
