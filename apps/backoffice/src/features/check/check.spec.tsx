import { afterEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import type { CheckAnswer } from '@flagpost/contracts';
import { TEXTS } from '../../shared/texts.js';
import { checkAnswer, checkCar } from '../../testing/check.js';
import { leave, ok, openAs, refused } from '../../testing/office.js';
import { checkedText } from './record-check.js';

const words = TEXTS.check;
afterEach(leave);

const open = (answer: CheckAnswer, role: 'director' | 'planner' = 'director') =>
  openAs(role, '/check/12', { 'GET /check/12': ok(answer) });
const rows = () => within(screen.getByRole('list', { name: words.cars })).getAllByRole('listitem');
const head = (number: string) => screen.getByRole('button', { name: new RegExp(`^${number} `) });
const verdict = () => screen.getByText(/well/, { selector: '.check-verdict' });

describe('the check before the start', () => {
  it('has every car by its trouble, with what to do', async () => {
    const troubled = { Battery: 12, AccuracyM: 80, ClockMs: 75_000, ShowsFlags: false };
    open(
      checkAnswer([
        checkCar('12'),
        checkCar('23', { HasDevice: false, HeardAt: null }),
        checkCar('9', troubled),
      ]),
    );
    await screen.findByText('Rally Alba');
    expect(verdict().textContent).toBe(words.someWell('1', '3'));
    expect(verdict().dataset['well']).toBe('false');
    const texts = rows().map(({ textContent }) => textContent);
    expect(texts[0]).toContain(words.remedies.noDevice);
    expect(texts[1]).toContain(words.clockIs(words.clockAhead('1:15')));
    for (const mark of [words.accuracyIs('80'), words.batteryIs('12'), words.troubles.noFlags])
      expect(texts[1]).toContain(mark);
    expect(texts[1]).toContain(words.remedies.clock);
    expect(texts[2]).toContain(words.well);
  });

  it('is green when all are well', async () => {
    open(checkAnswer([checkCar('12'), checkCar('23')]));
    await screen.findByText('Rally Alba');
    expect(verdict().textContent).toBe(words.allWell('2'));
    expect(verdict().dataset['well']).toBe('true');
  });

  it('opens a row with everything that its device said', async () => {
    const { user } = open(checkAnswer([checkCar('12', { ClockMs: -2_000, App: 'osmand' })]));
    await screen.findByText('Rally Alba');
    await user.click(head('12'));
    expect(head('12').getAttribute('aria-expanded')).toBe('true');
    const [row] = rows();
    for (const fact of [
      words.secondsAgo(2),
      words.metres('6'),
      words.percent('88'),
      words.clockBehind(words.seconds(2)),
      words.apps.osmand,
      words.connected,
    ])
      expect(row?.textContent).toContain(fact);
    await user.click(head('12'));
    expect(head('12').getAttribute('aria-expanded')).toBe('false');
  });

  it('opens the row of a number, also one that the filter hides, and says if there is none', async () => {
    const { user } = open(checkAnswer([checkCar('12'), checkCar('23', { Battery: 3 })]), 'planner');
    await screen.findByText('Rally Alba');
    await user.click(screen.getByRole('button', { name: `${words.filters.battery} 1` }));
    expect(rows()).toHaveLength(1);
    await user.type(screen.getByLabelText(words.number), '99{Enter}');
    expect(screen.getByText(words.noSuchCar('99'))).toBeTruthy();
    await user.clear(screen.getByLabelText(words.number));
    await user.type(screen.getByLabelText(words.number), '12{Enter}');
    await waitFor(() => expect(document.activeElement).toBe(head('12')));
    expect(head('12').getAttribute('aria-expanded')).toBe('true');
    expect(rows()).toHaveLength(2);
    expect(screen.queryByText(words.noSuchCar('99'))).toBeNull();
  });

  it('records a check, and says who made the newest one', async () => {
    const Checked = {
      CheckedAt: '2026-06-06T09:41:00.000Z',
      CheckedBy: { Id: 3, Name: 'Dora Neri' },
      Cars: 60,
      Well: 58,
    };
    let answer = checkAnswer([checkCar('12')]);
    const { user, calls } = openAs('director', '/check/12', {
      'GET /check/12': () => ok(answer),
      'POST /check/12/checked': () => {
        answer = { ...answer, Checked };
        return ok(Checked);
      },
    });
    expect(await screen.findByText(words.notChecked)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: words.record }));
    await waitFor(() => expect(screen.queryByText(words.notChecked)).toBeNull());
    expect(screen.getAllByText(checkedText(Checked)).length).toBeGreaterThan(0);
    expect(checkedText(Checked)).toMatch(/^Checked by Dora Neri at \d\d:41, 58 of 60 well$/);
    expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });

  it('tests all, counts what became of it, and says why it was refused', async () => {
    const Test = {
      TestId: 1,
      SentAt: '2026-06-06T09:40:00.000Z',
      SentBy: { Id: 3, Name: 'Dora Neri' },
      Cars: 3,
    };
    const shown = { TestShownAt: '2026-06-06T09:40:05.000Z' };
    const confirmed = { ...shown, TestConfirmedAt: '2026-06-06T09:40:09.000Z' };
    let answer = checkAnswer([checkCar('1'), checkCar('2', shown), checkCar('3', confirmed)]);
    let isRefused = true;
    const { user } = openAs('director', '/check/12', {
      'GET /check/12': () => ok(answer),
      'POST /check/12/test': () => {
        if (isRefused) return refused(418, { message: 'A flag is in force.' });
        answer = { ...answer, Test };
        return ok(Test);
      },
    });
    expect(await screen.findByText(words.notTested)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: words.testAll }));
    expect(await screen.findByText('A flag is in force.')).toBeTruthy();
    isRefused = false;
    await user.click(screen.getByRole('button', { name: words.testAll }));
    const told = await screen.findByText(/^Test sent by Dora Neri at \d\d:40:/);
    expect(told.textContent).toContain(words.testTally('1', '1', '1'));
    expect(rows()[2]?.textContent).toContain(words.testIs(words.tests.confirmed));
    await user.click(screen.getByRole('button', { name: `${words.filters.unconfirmed} 2` }));
    expect(rows()).toHaveLength(2);
  });

  it('records nothing after the event', async () => {
    open(checkAnswer([checkCar('12')], { Past: true }));
    await screen.findByText(words.notChecked);
    expect(screen.queryByRole('button', { name: words.record })).toBeNull();
  });

  it('keeps what it knew, without green, when the server does not answer any more', async () => {
    let isAway = false;
    const answer = checkAnswer([checkCar('12')]);
    openAs('director', '/check/12', {
      'GET /check/12': () => (isAway ? refused(403, { message: 'Not yours.' }) : ok(answer)),
    });
    await screen.findByText('Rally Alba');
    isAway = true;
    await screen.findByText(/^Not up to date/, undefined, { timeout: 40_000 });
    expect(verdict().dataset['stale']).toBe('true');
    expect(rows()).toHaveLength(1);
  }, 60_000);

  it('says that there are no cars, and shows a refusal in the words of the server', async () => {
    open(checkAnswer([]));
    expect(await screen.findByText(words.empty)).toBeTruthy();
    leave();
    openAs('director', '/check/12', { 'GET /check/12': refused(403, { message: 'Not yours.' }) });
    expect(await screen.findByText('Not yours.')).toBeTruthy();
  });
});
