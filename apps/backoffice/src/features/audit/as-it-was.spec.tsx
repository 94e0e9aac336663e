import { afterEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { INVITATION_STATES, type AsItWasAnswer, type AsItWasLine } from '@flagpost/contracts';
import { momentText } from '../../shared/format.js';
import { TEXTS } from '../../shared/texts.js';
import { anEventRow } from '../../testing/events.js';
import { button, field, leave, ok, openAs, refused } from '../../testing/office.js';
import { asItWasAddress, choiceIn } from './address.js';
import { answerInLines, listenTo } from './answer-in-lines.js';

const words = TEXTS.asItWas;
afterEach(leave);

const INSTANT = '2026-06-06T12:00:00.123Z';
const answer = (changes: Partial<AsItWasAnswer> = {}): AsItWasAnswer => ({
  Race: { Id: 12, Name: 'Rally Alba Historic' },
  Instant: INSTANT,
  Status: 'published',
  Event: null,
  Competitors: null,
  Route: null,
  IsComplete: true,
  ...changes,
});
const competitors: AsItWasAnswer['Competitors'] = [
  {
    InvitationId: 77,
    Number: '7',
    Driver: { Id: 5, Name: 'Carla Bianchi' },
    Codriver: null,
    Category: { Id: 9, Name: '' },
    Brand: 'Lancia',
    Model: 'Delta',
    Authorized: true,
    StatusId: INVITATION_STATES.PENDING_INVITATION,
    Disputed: null,
  },
];
const address = (what = 'competitors'): string => `/audit/asItWas?race=12&what=${what}&instant=${INSTANT}`;
/** An answer of one line, as the whole of it is sent. */
const open = (path: string, given = ok({ Answer: answer({ Competitors: competitors }) })) =>
  openAs('planner', path, {
    'GET /audit/asItWas/12': given,
    'GET /events/': ok([anEventRow(12, { Name: 'Rally Alba' })]),
  });

describe('as it was', () => {
  it('asks for what the address says, and shows the competitors of then', async () => {
    const { calls } = open(address());
    expect(
      await screen.findByRole('heading', { name: words.was(words.whats.competitors, momentText(INSTANT)) }),
    ).toBeTruthy();
    const [asked] = calls.filter(({ path }) => path === '/api/audit/asItWas/12');
    expect(asked?.query.toString()).toBe(`what=competitors&instant=${encodeURIComponent(INSTANT)}`);
    const table = within(screen.getByRole('table', { name: words.whats.competitors }));
    expect(table.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual([
      '7',
      'Carla Bianchi',
      '',
      words.unnamed(9),
      'Lancia Delta',
      TEXTS.audit.yes,
      'Pending',
    ]);
    expect(screen.getByRole('link', { name: '7' }).getAttribute('href')).toBe('/audit?car=77');
    expect(screen.getByText(words.intro)).toBeTruthy();
    // With the entries of that millisecond.
    expect(screen.getByRole('link', { name: words.logUpTo }).getAttribute('href')).toBe(
      '/audit?race=12&until=2026-06-06T12%3A00%3A00.124Z',
    );
    expect(screen.getByText(words.today('Rally Alba Historic'), { exact: false })).toBeTruthy();
    expect(screen.queryByText(words.incomplete)).toBeNull();
  });

  it('asks for nothing until it is chosen, and puts the choice into the address', async () => {
    const { user, calls } = open('/audit/asItWas');
    expect(await screen.findByText(words.choose)).toBeTruthy();
    await user.selectOptions(
      field(TEXTS.audit.race),
      await screen.findByRole('option', { name: /^Rally Alba, / }),
    );
    await user.selectOptions(field(words.what), words.whats.route);
    await user.click(field(words.instant));
    await user.type(field(words.instant), '2026-06-06T12:00:00');
    await user.click(button(words.apply));
    // All of the second that was chosen.
    const last = new Date(Date.parse('2026-06-06T12:00:00') + 999).toISOString();
    await waitFor(() => {
      const [asked] = calls.filter(({ path }) => path === '/api/audit/asItWas/12');
      expect(Object.fromEntries(asked?.query ?? [])).toEqual({ what: 'route', instant: last });
    });
  });

  it('keeps the millisecond of an entry of the log if only what is shown changes', async () => {
    const { user, calls } = open(address());
    await screen.findByRole('table');
    await user.selectOptions(field(words.what), words.whats.event);
    await user.click(button(words.apply));
    await waitFor(() => expect(calls.at(-1)?.query.toString()).toContain('what=event'));
    expect(calls.at(-1)?.query.get('instant')).toBe(INSTANT);
  });

  it('shows the details of an event, and what it was', async () => {
    const Event: AsItWasAnswer['Event'] = {
      Name: 'Rally Alba',
      Start: '2026-06-06T10:00:00.000Z',
      Finish: '2026-06-06T16:00:00.000Z',
      TimeZone: null,
      Institution: { Id: 4, Name: 'Motor Club Alba' },
      Country: 'Italy',
      State: 'Piemonte',
      City: 'Alba',
      CircuitName: 'Langhe',
      Categories: [{ Id: 9, Name: 'WRC' }],
      FinishRadiusM: 30,
      SafetyCarDelayS: 10,
      Planner: null,
      Viewer: null,
      ArePositionsDeleted: false,
    };
    const deleted = answer({ Event, Status: 'deleted', Race: { Id: 12, Name: '' } });
    open(address('event'), ok({ Answer: deleted }));
    expect(await screen.findByText('Rally Alba')).toBeTruthy();
    expect(screen.getByText('Alba, Piemonte, Italy')).toBeTruthy();
    expect(screen.getByText(words.metres(30))).toBeTruthy();
    expect(screen.getByText(words.isDeleted, { exact: false })).toBeTruthy();
    expect(screen.getByText(words.states.deleted, { exact: false })).toBeTruthy();
  });

  it('draws a route, and lists its parts', async () => {
    const at = { lat: 44.7, lng: 8.03 };
    const Route: AsItWasAnswer['Route'] = {
      Name: 'Langhe long',
      Kilometres: 2.74,
      Tracks: [[at, { lat: 44.71, lng: 8.04 }]],
      Start: at,
      Finish: null,
      Boxes: null,
      GmtHours: 2,
      Sectors: [{ Id: 1, Number: 3, Kilometres: 1.5, HasStretch: true }],
      Stages: [],
      Pois: [],
    };
    open(address('route'), ok({ Answer: answer({ Route }) }));
    const sketch = await screen.findByRole('img', { name: words.sketch });
    expect(sketch.querySelectorAll('polyline')).toHaveLength(1);
    expect(sketch.querySelectorAll('circle')).toHaveLength(1);
    // North is up, and the line fills the drawing from edge to edge.
    const [from, to] = (sketch.querySelector('polyline')?.getAttribute('points') ?? '').split(' ');
    expect([from?.split(',')[1], to?.split(',')[1]]).toEqual(['960.0', '40.0']);
    expect(screen.getByText('Langhe long')).toBeTruthy();
    expect(screen.getByText(words.sector(3))).toBeTruthy();
    expect(screen.getByText(words.kilometres('1.5'))).toBeTruthy();
  });

  it('says that there was nothing', async () => {
    open(address(), ok({ Answer: answer({ Status: 'none' }) }));
    expect(await screen.findByText(words.states.none, { exact: false })).toBeTruthy();
    leave();
    open(address(), ok({ Answer: answer({ Competitors: [], IsComplete: false }) }));
    expect(await screen.findByText(words.nobody)).toBeTruthy();
    expect(screen.getByText(words.incomplete)).toBeTruthy();
  });

  it('says that there is no such event, that an answer broke off, and asks again', async () => {
    open(address(), refused(404, { message: 'Not found.' }));
    expect(await screen.findByText(words.missing)).toBeTruthy();
    leave();
    const { user, calls } = open(address(), ok({ Progress: { Streams: 1, Of: 3, Events: 4 } }));
    expect(await screen.findByText(TEXTS.unexpected)).toBeTruthy();
    const before = calls.length;
    await user.click(button(TEXTS.retry));
    await waitFor(() => expect(calls.length).toBe(before + 1));
  });

  it('is given up by a press, and by leaving', async () => {
    const { user, calls } = openAs('planner', address(), {
      'GET /audit/asItWas/12': () => new Promise(() => undefined),
    });
    await user.click(await screen.findByRole('button', { name: words.cancel }));
    expect(screen.getByText(words.cancelled)).toBeTruthy();
    const asked = () => calls.filter(({ path }) => path === '/api/audit/asItWas/12');
    expect(asked()[0]?.signal.aborted).toBe(true);
    await user.click(button(words.apply));
    await screen.findByRole('progressbar');
    expect(asked()[1]?.signal.aborted).toBe(false);
    leave();
    expect(asked()[1]?.signal.aborted).toBe(true);
  });

  it('is shown over plain http too, where the browser gives no random UUID', async () => {
    Object.defineProperty(crypto, 'randomUUID', { configurable: true, value: undefined });
    try {
      open(address());
      expect(await screen.findByRole('table', { name: words.whats.competitors })).toBeTruthy();
    } finally {
      Reflect.deleteProperty(crypto, 'randomUUID');
    }
  });

  it('is not for directors', async () => {
    openAs('director', address());
    expect(await screen.findByText('Not allowed')).toBeTruthy();
  });
});

describe('an answer in lines', () => {
  const responseOf = (...pieces: string[]): Response =>
    new Response(
      new ReadableStream({
        start(controller) {
          for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
          controller.close();
        },
      }),
    );
  const lineOf = (line: AsItWasLine): string => `${JSON.stringify(line)}\n`;
  const progress = (streams: number): AsItWasLine => ({
    Progress: { Streams: streams, Of: 3, Events: 10 * streams },
  });

  it('tells progress as it comes, however the lines are cut, and resolves to the last', async () => {
    const heard: number[] = [];
    const end = listenTo('a run', ({ Streams }) => heard.push(Streams));
    const text = [progress(1), progress(2), { Answer: answer() }].map(lineOf).join('');
    const cut = text.indexOf('Streams":2');
    expect(await answerInLines(responseOf(text.slice(0, cut), text.slice(cut)), 'a run')).toEqual(answer());
    expect(heard).toEqual([1, 2]);
    end();
    await answerInLines(responseOf(text), 'a run');
    expect(heard).toEqual([1, 2]);
  });

  it('fails if it breaks off', async () => {
    await expect(answerInLines(responseOf(lineOf(progress(1))), 'a run')).rejects.toThrow('broke off');
    await expect(answerInLines(responseOf(), 'a run')).rejects.toThrow('broke off');
  });
});

it('has an address for what is chosen, and takes what cannot be for nothing', () => {
  expect(asItWasAddress({})).toBe('/audit/asItWas');
  const choice = { race: 12, what: 'route', instant: INSTANT } as const;
  const chosen = asItWasAddress(choice);
  expect(choiceIn(new URL(chosen, 'https://example.org').searchParams)).toEqual(choice);
  const none = { race: null, what: 'competitors', instant: null };
  expect(choiceIn(new URLSearchParams('race=-1&what=laps&instant=yesterday'))).toEqual(none);
});
