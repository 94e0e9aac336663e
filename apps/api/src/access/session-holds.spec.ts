import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ROLES, SESSION } from '@flagpost/contracts';
import { userDecider, userStream } from '@flagpost/domain';
import type { Handle } from '@flagpost/event-sourcing';
import { ServiceUnavailableError } from '@flagpost/platform';
import { virtualTime } from '@flagpost/testing/virtual-time';
import { until } from '@flagpost/testing';
import { HANDLE } from '../dispatch/command.handler.js';
import { memoryDependencies, NOW, startHarness, type Harness } from '../testing/harness.js';
import { startWatched } from '../testing/watched.js';
import { sessionHolds } from './session-holds.js';

describe('whether a session holds', () => {
  let harness: Harness;
  const actor = { userId: 7, roles: [ROLES.admin], clubId: null };

  beforeEach(async () => {
    const dependencies = memoryDependencies(virtualTime(NOW));
    harness = await startHarness(dependencies);
  });
  afterEach(() => harness.stop());

  const holds = (dependencies = harness.dependencies, sessionId = 'session') =>
    sessionHolds(dependencies, actor, sessionId, () => true);
  const add = async (): Promise<void> => {
    const command = { type: 'addUser', userId: 7, roles: [ROLES.admin], clubId: null } as const;
    const context = { actorId: null, actorRoles: [], clubId: null, correlationId: 'spec', commandId: 'add' };
    await harness.api.app.get<Handle>(HANDLE)(userStream(7), userDecider, command, context);
  };

  it('is no, if nobody knows the account or the session', async () => {
    expect(await holds()).toBe(false);
    await add();
    expect(await holds()).toBe(true);
    expect(await holds(harness.dependencies, 'unknown')).toBe(false);
  });

  it('is read from the log while no view has the account', async () => {
    await add();
    const { readModels } = memoryDependencies();
    const behind = { ...harness.dependencies, readModels };
    expect(await holds(behind)).toBe(true);
    const removed = { type: 'removeUser', userId: 7 } as const;
    const context = {
      actorId: null,
      actorRoles: [],
      clubId: null,
      correlationId: 'spec',
      commandId: 'remove',
    };
    await harness.api.app.get<Handle>(HANDLE)(userStream(7), userDecider, removed, context);
    expect(await holds(behind)).toBe(false);
  });

  it('fails if it cannot be read, and the call is refused', async () => {
    await add();
    const away = () => Promise.reject(new ServiceUnavailableError('The records are away.'));
    const { credentials } = harness.dependencies.records;
    const token = harness.token({ userId: 7, roles: ['admin'], clubId: null });
    credentials.hasFamily = away;
    await expect(holds()).rejects.toBeInstanceOf(ServiceUnavailableError);
    expect((await harness.with(token).get('/events')).status).toBe(503);
  });
});

it('closes sockets whose session cannot be read for the time that they may outlive it', async () => {
  const rig = await startWatched();
  const viewer = await rig.watching();
  rig.harness.dependencies.records.credentials.hasFamily = () => Promise.reject(new Error('away'));
  for (let passed = 0; passed < SESSION.socketGraceMs; passed += 1_000) {
    await rig.harness.time.advance(1_000);
    if (passed < SESSION.socketGraceMs / 3) expect(viewer.ends).toEqual([]);
  }
  await rig.harness.time.advance(SESSION.socketGraceMs / 3);
  expect(await until('the end of the socket', () => viewer.ends[0])).toBe('io server disconnect');
  await rig.stop();
});
