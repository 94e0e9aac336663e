import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ANSWER_TEXTS } from '@flagpost/contracts';
import { startHarness, type Harness } from './testing/harness.js';

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness.stop());

describe('the api', () => {
  it('answers unknown paths with 404 and a correlation id', async () => {
    const answer = await harness.with(null).get('/nowhere');
    expect(answer.status).toBe(404);
    expect(answer.body).toEqual({ statusCode: 404, message: ANSWER_TEXTS.notFound });
    expect(answer.headers['x-correlation-id']).toMatch(/^[\w-]{36}$/);
  });

  it('answers a body that is no JSON with 400', async () => {
    const answer = await harness
      .with(null)
      .post('/auth/login')
      .set('Content-Type', 'application/json')
      .send('{"email":');
    expect(answer.status).toBe(400);
  });

  it('describes itself', async () => {
    const answer = await harness.with(null).get('/docs-json');
    expect(answer.status).toBe(200);
    expect(answer.body.openapi).toMatch(/^3/);
  });
});
