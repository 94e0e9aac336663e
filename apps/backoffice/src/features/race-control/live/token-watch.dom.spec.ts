import { afterEach, expect, it } from '@jest/globals';
import { clearCookies, writeTokens } from '../../../shared/session/cookies.js';
import { createTokenWatch } from './token-watch.js';

const MINUTE = 60_000;
const tokenOf = (issuedAtMs: number, number = 0): string => {
  const claims = { iat: issuedAtMs / 1_000, exp: (issuedAtMs + 15 * MINUTE) / 1_000 };
  return `h.${window.btoa(JSON.stringify(claims))}.${number}`;
};
const store = (accessToken: string): void => writeTokens({ accessToken, refreshToken: 'r' });

afterEach(clearCookies);

/** A device whose clock is `skewMs` ahead of the server's. */
const watching = (skewMs = 0) => {
  let serverNow = 0;
  const told: string[] = [];
  let renewals = 0;
  const first = tokenOf(0);
  store(first);
  const watch = createTokenWatch({
    now: () => serverNow + skewMs,
    renew: async () => {
      renewals += 1;
      store(tokenOf(serverNow, renewals));
    },
    tell: async (token) => void told.push(token),
  });
  watch.told(first);
  return {
    told,
    renewals: () => renewals,
    at: async (ms: number) => {
      serverNow = ms;
      await watch.look();
    },
  };
};

it('renews the token before it ends and tells the socket', async () => {
  const { at, told, renewals } = watching();
  await at(12 * MINUTE);
  expect(renewals()).toBe(0);
  await at(13 * MINUTE);
  expect(renewals()).toBe(1);
  expect(told).toEqual([tokenOf(13 * MINUTE, 1)]);
});

it('tells the socket a token that another call renewed', async () => {
  const { at, told, renewals } = watching();
  store(tokenOf(5 * MINUTE));
  await at(6 * MINUTE);
  await at(7 * MINUTE);
  expect(renewals()).toBe(0);
  expect(told).toEqual([tokenOf(5 * MINUTE)]);
});

it('with a device clock an hour ahead renews once too early, then in time', async () => {
  const { at, renewals } = watching(60 * MINUTE);
  for (const minute of [0, 1, 5, 12]) await at(minute * MINUTE);
  expect(renewals()).toBe(1);
  await at(14 * MINUTE);
  expect(renewals()).toBe(2);
});

it('with a device clock an hour behind renews in time', async () => {
  const { at, renewals } = watching(-60 * MINUTE);
  await at(0);
  await at(12 * MINUTE);
  expect(renewals()).toBe(0);
  await at(13 * MINUTE);
  expect(renewals()).toBe(1);
});
