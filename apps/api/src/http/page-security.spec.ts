import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { apiConfig } from '../config.js';
import { startHarness, type Harness } from '../testing/harness.js';

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness.stop());

describe('what is served here', () => {
  it('says what a page may load, also on plain http', async () => {
    const { headers } = await harness.with(null).get('/health');
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'self'");
    expect(policy).toContain("object-src 'none'");
    expect(policy).not.toContain('upgrade-insecure-requests');
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-frame-options': 'SAMEORIGIN' });
    expect(headers).not.toHaveProperty('strict-transport-security');
    expect(headers).not.toHaveProperty('x-powered-by');
  });

  const policyOf = async (of: Harness, host: string) =>
    String((await of.with(null).get('/health').set('Host', host)).headers['content-security-policy']);

  it('may be joined by sockets of its own host alone', async () => {
    expect(await policyOf(harness, 'truck.local:3000')).toContain(
      "connect-src 'self' ws://truck.local:3000 wss://truck.local:3000;",
    );
    expect(await policyOf(harness, '[fe80::1]:3000')).toContain('wss://[fe80::1]:3000;');
    expect(await policyOf(harness, '*')).toContain("connect-src 'self' ;");
    expect(await policyOf(harness, 'a_b$; script-src *')).not.toContain('script-src');
  });

  it('names the host of PUBLIC_URL too, which a proxy may hide', async () => {
    const proxied = await startHarness({ config: apiConfig.parse({ PUBLIC_URL: 'https://race.example' }) });
    expect(await policyOf(proxied, 'upstream')).toContain(
      "connect-src 'self' ws://upstream wss://upstream ws://race.example wss://race.example;",
    );
    await proxied.stop();
  });

  it.each([
    [{ PUBLIC_URL: 'https://race.example' }, 'max-age=31536000'],
    [{ PUBLIC_URL: 'https://race.example', DOORS_URL: 'https://doors.example' }, 'max-age=31536000'],
    [{ PUBLIC_URL: 'https://race.example', DOORS_URL: 'http://race.example:3001' }, undefined],
    [{ PUBLIC_URL: 'http://race.example', DOORS_URL: 'https://doors.example' }, undefined],
  ])('asks for TLS alone where pages and doors have it: %j', async (environment, expected) => {
    const server = await startHarness({ config: apiConfig.parse(environment) });
    const { headers } = await server.with(null).get('/health');
    expect(headers['strict-transport-security']).toBe(expected);
    await server.stop();
  });

  it('is kept by nobody but who asked, nor are refusals', async () => {
    const admin = harness.as({ roles: ['admin'], clubId: null });
    const answers = await Promise.all([
      admin.get('/events'),
      harness.with(null).get('/events'),
      harness.with(null).get('/health'),
      harness.with(null).get('/nowhere'),
    ]);
    expect(answers.map(({ status, headers }) => [status, headers['cache-control']])).toEqual(
      [200, 401, 200, 404].map((status) => [status, 'no-store']),
    );
  });

  it('is closed to pages of other origins', async () => {
    const server = harness.api.app.getHttpServer() as Parameters<typeof request>[0];
    const from = (test: request.Test) => test.set('Origin', 'https://elsewhere.example');
    const preflight = await from(request(server).options('/api/auth/login')).set(
      'Access-Control-Request-Method',
      'POST',
    );
    const call = await from(request(server).get('/api/health'));
    const socket = await from(request(server).get('/socket.io/?EIO=4&transport=polling'));
    for (const { headers } of [preflight, call, socket])
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });
});
