import { describe, expect, it } from '@jest/globals';
import { checkMailing, mailUnderKills, startMailing } from '../testing/mailing.js';

const MANY = 2_000;
const PACE = 300;
const PAUSE_MS = 60_000 / PACE;

describe(`${MANY} invitations`, () => {
  it.each([
    ['without a kill', []],
    ['with a kill among the requests, and two among the mails', [900, 2_500, 3_000]],
  ])(
    'all leave, none twice and not faster than is configured, %s',
    async (_, killAt) => {
      const mailing = await startMailing(MANY, { MAILS_PER_MINUTE: String(PACE) });
      try {
        await mailing.publish(killAt);
        await checkMailing(mailing);
        expect(mailing.kills()).toBe(killAt.length);
        expect(mailing.uncertain().length).toBeLessThanOrEqual(killAt.length);
        expect(new Set(mailing.delivered.map(({ car }) => car)).size).toBeGreaterThanOrEqual(
          MANY - killAt.length,
        );
        const pauses = mailing.delivered
          .slice(1)
          .map(({ at }, index) => at - (mailing.delivered[index]?.at ?? 0));
        // Whoever takes over from a process that was killed does not know when that sent its last mail.
        expect(pauses.filter((pause) => pause < PAUSE_MS).length).toBeLessThanOrEqual(killAt.length);
      } finally {
        await mailing.close();
      }
    },
    300_000,
  );
});

it('after kills at any step every invitation has left once, but for those whose answer nobody heard', async () => {
  const seeds = 300;
  const { kills } = await mailUnderKills(1_001, seeds, 8);
  expect(kills).toBeGreaterThan(seeds);
}, 600_000);
