import { afterEach, expect, it } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import type { CompetitorRow, EventDetail } from '@flagpost/contracts';
import { TEXTS } from '../../shared/texts.js';
import { aCompetitor, anEvent } from '../../testing/events.js';
import { leave, ok, openAs } from '../../testing/office.js';

const words = TEXTS.entries;

afterEach(leave);

const ask = async (event: Partial<EventDetail>, rows: readonly CompetitorRow[]) => {
  const opened = openAs('admin', '/drivers/7/null/null', {
    'GET /events/7': ok(anEvent(event)),
    'GET /events/drivers/7': ok(rows),
    'PATCH /invitations/removeAll/': ok({ deleted: rows.length, racing: [] }),
  });
  await opened.user.click(await screen.findByRole('button', { name: words.removeAll }));
  const dialog = within(await screen.findByRole('dialog', { name: words.removeAll }));
  expect(dialog.getByText(words.removeAllQuestion('Ronde', rows.length))).toBeTruthy();
  return {
    ...opened,
    dialog,
    press: () => opened.user.click(dialog.getByRole('button', { name: words.removeAll })),
  };
};
const REMOVED = [{ EventId: 7, Confirmed: false }];

it('asks once if nobody is authorised and no race was run', async () => {
  const { dialog, press, sent } = await ask({}, [aCompetitor(7), aCompetitor(8)]);
  expect(dialog.queryByRole('textbox')).toBeNull();
  await press();
  expect(await screen.findByText('invitations deleted')).toBeTruthy();
  expect(sent()).toEqual(REMOVED);
});

it.each([
  ['a competitor is authorised', {}, [aCompetitor(7), aCompetitor(8, { Authorized: 1 })]],
  ['races were run', { hasRaces: true }, [aCompetitor(7)]],
  ['a past event had races', { hasRaces: true, past: true }, [aCompetitor(7)]],
])('asks for the name of the event if %s', async (_, event, rows) => {
  const { user, dialog, press, sent } = await ask(event, rows);
  const name = dialog.getByLabelText(words.removeAllName('Ronde'));
  await press();
  expect(dialog.getByText(words.removeAllWrong)).toBeTruthy();
  await user.type(name, 'Rond');
  await press();
  expect([dialog.queryByText(words.removeAllWrong) !== null, sent()]).toEqual([true, []]);
  await user.type(name, 'e');
  await press();
  expect(await screen.findByText('invitations deleted')).toBeTruthy();
  expect(sent()).toEqual(REMOVED);
});
