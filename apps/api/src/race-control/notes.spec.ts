import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LIMITS, type NoteRow } from '@flagpost/contracts';
import { startHarness, type Harness } from '../testing/harness.js';
import { aPublishedRace, type Race } from '../testing/race-fixture.js';

let harness: Harness;
let race: Race;
beforeAll(async () => {
  harness = await startHarness();
  race = await aPublishedRace(harness);
});
afterAll(() => harness.stop());

const write = (Text: string, key = Text) =>
  race
    .as('director')
    .post('/notes', { EventId: race.eventId, Text })
    .set('Idempotency-Key', encodeURIComponent(key));
const read = async () => (await race.as('viewer').get(`/events/notes/${race.eventId}`)).body as NoteRow[];

describe('a note of race control', () => {
  it('is read by every viewer, newest first, with who wrote it and when', async () => {
    expect((await write('Oil at bend 3')).status).toBe(201);
    const { NoteId } = (await write('  Medical car out  ')).body as { NoteId: number };
    const [newest, older] = await read();
    expect(newest).toEqual({
      NoteId,
      Text: 'Medical car out',
      WrittenAt: expect.stringMatching(/Z$/),
      WrittenBy: { Id: race.userId('director'), Name: expect.any(String) },
    });
    expect(older?.Text).toBe('Oil at bend 3');
  });

  it('is written once under one key', async () => {
    const before = (await read()).length;
    const [first, second] = [await write('Rain', 'rain'), await write('Rain', 'rain')];
    expect(second.body).toEqual(first.body);
    expect(await read()).toHaveLength(before + 1);
  });

  it('has a text within its limit', async () => {
    for (const text of ['', '\u200b', 'a'.repeat(LIMITS.note + 1), 'two\nlines'])
      expect((await write(text, 'k')).status).toBe(400);
    expect((await write('a'.repeat(LIMITS.note))).status).toBe(201);
  });

  it('is of a director of the club', async () => {
    for (const role of ['viewer', 'planner'] as const) {
      const answer = await race.as(role).post('/notes', { EventId: race.eventId, Text: 'Rain' });
      expect(answer.status).toBe(403);
    }
  });

  it('is gone with its event', async () => {
    expect((await race.as('admin').delete(`/events/${race.eventId}`)).status).toBe(200);
    expect(await harness.dependencies.readModels.view('notes').find({ eventId: race.eventId })).toEqual([]);
  });
});
