import { afterEach, describe, expect, it } from '@jest/globals';
import { until, virtualTime } from '@flagpost/testing';
import { createPhone, type Sent } from './phone.js';
import { fakeFlagpost, type Answer, type FakeFlagpost } from './testing/fake-flagpost.js';

let server: FakeFlagpost;
afterEach(() => server.stop());

const fix = (t: number) => ({ t, lat: 44.6, lng: 8.16 });
const linesOf = (body: string) => body.split('\n').map((line) => (JSON.parse(line) as { t: number }).t);

const phoneOf = async (
  answers: (lines: readonly number[]) => Answer,
  doorsAt = (url: string): string[] => [url],
) => {
  server = await fakeFlagpost(({ body }) => answers(linesOf(body)));
  const time = virtualTime();
  const sent: Sent = { accepted: 0, dropped: {} };
  const state = { ended: 0 };
  const doors = doorsAt(`${server.url}/ingest/positions/token`);
  const phone = createPhone({ doors, scheduler: time, sent, onEnded: () => (state.ended += 1) });
  return { phone, sent, state, time };
};

const taken = (lines: readonly number[]): Answer => ({ json: { accepted: lines.length, dropped: {} } });

describe('a phone', () => {
  it('sends what waits in one batch, and counts what its door took', async () => {
    const { phone, sent } = await phoneOf(() => ({ json: { accepted: 1, dropped: { clockAhead: 1 } } }));
    [1, 2].forEach((t) => phone.record(fix(t)));
    phone.flush();
    await until('an empty phone', () => phone.waiting() === 0);
    expect(server.asked.map(({ body }) => linesOf(body))).toEqual([[1, 2]]);
    expect(sent).toEqual({ accepted: 1, dropped: { clockAhead: 1 } });
  });

  it('asks the next door where one does not take a batch, and stays with it', async () => {
    const { phone } = await phoneOf(taken, (url) => ['http://127.0.0.1:1/nobody', url]);
    phone.record(fix(1));
    phone.flush();
    await until('an empty phone', () => phone.waiting() === 0);
    expect(phone.troubled()).toBe(false);
    phone.record(fix(2));
    phone.flush();
    await until('an empty phone', () => phone.waiting() === 0);
    expect(server.asked.map(({ body }) => linesOf(body))).toEqual([[1], [2]]);
  });

  it('keeps the order in batches of what a door takes at once', async () => {
    const { phone } = await phoneOf(taken);
    const all = Array.from({ length: 4_500 }, (_, t) => t);
    all.forEach((t) => phone.record(fix(t)));
    phone.flush();
    await until('the first batch to be stored', () => phone.waiting() < 2_000);
    phone.flush();
    await until('an empty phone', () => phone.waiting() === 0);
    expect(server.asked.flatMap(({ body }) => linesOf(body))).toEqual(all);
    expect(Math.max(...server.asked.map(({ body }) => linesOf(body).length))).toBe(2_000);
  });

  it('tries again until it is told that all is stored', async () => {
    let failures = 2;
    const { phone, time, sent } = await phoneOf((lines) =>
      failures-- > 0 ? { status: 503, json: { statusCode: 503, message: 'Try again.' } } : taken(lines),
    );
    phone.record(fix(1));
    phone.flush();
    await until('the first failure', () => phone.troubled());
    phone.record(fix(2));
    const retryAndFlush = async (): Promise<void> => {
      await time.advance(1_000);
      phone.flush();
    };
    await until('an empty phone', () => phone.waiting() === 0, { advance: retryAndFlush });
    expect(server.asked.map(({ body }) => linesOf(body)[0])).toEqual(expect.arrayContaining([1, 1, 1]));
    expect(sent.accepted).toBe(2);
    expect(phone.troubled()).toBe(false);
  });

  it('ends when the door knows it no longer', async () => {
    const { phone, state } = await phoneOf(() => ({
      status: 404,
      json: { statusCode: 404, message: 'Not found.' },
    }));
    phone.record(fix(1));
    phone.flush();
    await until('the end of the phone', () => state.ended > 0);
    phone.record(fix(2));
    phone.flush();
    expect(state.ended).toBe(1);
    expect(server.asked).toHaveLength(1);
  });
});
