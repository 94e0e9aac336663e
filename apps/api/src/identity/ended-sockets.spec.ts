import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Socket } from 'socket.io-client';
import type { LoginAnswer } from '@flagpost/contracts';
import { until } from '@flagpost/testing';
import { accountsOf, PASSWORD, type Member } from '../testing/accounts.js';
import { startWatched } from '../testing/watched.js';

let rig: Awaited<ReturnType<typeof startWatched>>;
let viewer: Member;
let planner: Member;
beforeEach(async () => {
  rig = await startWatched();
  const { member } = accountsOf(rig.harness);
  viewer = await member('viewer@example.org', 'viewer', rig.race.clubId);
  planner = await member('planner@example.org', 'planner', rig.race.clubId);
});
afterEach(() => rig.stop());

const connect = async ({ accessToken }: LoginAnswer): Promise<{ socket: Socket; ends: string[] }> => {
  const socket = rig.open(accessToken);
  const ends: string[] = [];
  socket.on('disconnect', (reason) => ends.push(reason));
  await until('the socket to connect', () => socket.connected);
  return { socket, ends };
};

describe('open sockets', () => {
  it('of all sessions end when the password is changed, and nobody else’s', async () => {
    const elsewhere = (await accountsOf(rig.harness).logIn(viewer.email)).body as LoginAnswer;
    const [here, there, other] = await Promise.all([
      connect(viewer.session),
      connect(elsewhere),
      connect(planner.session),
    ]);
    const changed = await viewer.as.put('/users/updatePasswordWithValidation', {
      OldPassword: PASSWORD,
      Password: 'Startline1',
    });
    expect(await until('the end of the socket here', () => here.ends[0])).toBe('io server disconnect');
    expect(await until('the end of the socket there', () => there.ends[0])).toBe('io server disconnect');
    expect((await connect(changed.body as LoginAnswer)).ends).toEqual([]);
    expect(other.ends).toEqual([]);
  });

  it('end when the account is deleted, with every token of it', async () => {
    const { ends } = await connect(viewer.session);
    expect((await planner.as.delete(`/users/roluser/${viewer.userId}`)).status).toBe(200);
    expect(await until('the end of the socket', () => ends[0])).toBe('io server disconnect');
    expect((await viewer.as.get('/events')).status).toBe(401);
    const { refreshToken } = viewer.session;
    const refreshed = await rig.harness.with(null).post('/auth/refresh', { refreshToken });
    expect(refreshed.status).toBe(401);
    expect((await accountsOf(rig.harness).logIn(viewer.email)).status).toBe(401);
  });
});
