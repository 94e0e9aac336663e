import { expect, it } from '@jest/globals';
import { trackerApps } from './tracker-apps.js';

const [traccar, owntracks] = trackerApps('https://race.example', 'tok_en-1');

it('gives Traccar Client the door and its settings, by a code and by a link', () => {
  const code = new URL(traccar?.code ?? '');
  expect(`${code.origin}${code.pathname}`).toBe('https://race.example/ingest/osmand/tok_en-1');
  expect(code.searchParams.get('interval')).toBe('1');
  const link = new URL(traccar?.link ?? '');
  expect([link.protocol, link.searchParams.get('url')]).toEqual([
    'org.traccar.client:',
    'https://race.example/ingest/osmand/tok_en-1',
  ]);
});

it('gives OwnTracks its configuration', () => {
  const inline = new URL(owntracks?.link ?? '').searchParams.get('inline') ?? '';
  expect(JSON.parse(atob(inline))).toMatchObject({
    _type: 'configuration',
    mode: 3,
    url: 'https://race.example/ingest/owntracks/tok_en-1',
  });
});
