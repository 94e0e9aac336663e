import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { callsPage, forgotten } from '../testing/calls-page.js';
import { callsOf, type Call, type Described } from '../testing/callers.js';
import { startHarness, type Harness } from '../testing/harness.js';
import { SAMPLE_REQUESTS } from '../testing/sample-requests.js';
import { SPECIFIED_CALLS } from '../testing/specified-calls.js';

const PAGE = new URL('../../../../docs/calls.md', import.meta.url);

let harness: Harness;
let calls: readonly Call[];
beforeAll(async () => {
  harness = await startHarness();
  calls = callsOf((await harness.with(null).get('/docs-json')).body as Described);
});
afterAll(() => harness.stop());

it('is built, or named with the issue that builds it', () => {
  expect(forgotten(calls)).toEqual([]);
  expect(new Set(SPECIFIED_CALLS.map(([document, call]) => `${document} ${call}`)).size).toBe(
    SPECIFIED_CALLS.length,
  );
});

it('stands in docs/calls.md with its route, right and spec', () => {
  const page = callsPage(calls);
  if (process.env['WRITE_PAGES'] === '1') writeFileSync(PAGE, page);
  expect(readFileSync(PAGE, 'utf8')).toBe(page);
});

it('is made by the spec that the page names', () => {
  const wrong = SPECIFIED_CALLS.flatMap(([, call, , built]) => {
    if (built?.spec === undefined) return [];
    const text = readFileSync(new URL(`../${built.spec}`, import.meta.url), 'utf8');
    const [, path = ''] = call.split(' ');
    const head = path.split('{')[0]?.replace(/\/$/, '') ?? '';
    return text.includes(head) ? [] : [`${call} is not made by ${built.spec}`];
  });
  expect(wrong).toEqual([]);
});

it('without a spec of its own is among the requests of every call', () => {
  const made = new Set(Object.keys(SAMPLE_REQUESTS));
  expect(calls.filter(({ operation }) => !made.has(operation)).map(({ operation }) => operation)).toEqual([]);
});
