import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
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
