import { expect, it } from '@jest/globals';
import {
  DISPUTE_TEXTS,
  type CompetitorRow,
  type DisputeReason,
  type InvitationMailState,
} from '@flagpost/contracts';
import { TEXTS } from '../../shared/texts/competitors.js';
import { columnsOfEvent, groupsOf, invitationOf } from './rows.js';

const { mails } = TEXTS.entries;

it.each<[InvitationMailState | null, DisputeReason | null, string]>([
  [null, null, 'Pending'],
  ['sent', null, 'Pending'],
  ['ended', null, 'Pending'],
  ['queued', null, `Pending: ${mails.queued}`],
  ['refused', null, `Pending: ${mails.refused}`],
  ['interrupted', null, `Pending: ${mails.interrupted}`],
  ['noAddress', null, `Pending: ${mails.noAddress}`],
  ['sent', 'entry', `Pending: ${DISPUTE_TEXTS.entry}`],
  ['refused', 'person', `Pending: ${mails.refused}: ${DISPUTE_TEXTS.person}`],
])('an invitation whose mail is %s, disputed for %s, reads %j', (Mail, Disputed, text) => {
  expect(invitationOf({ State: 'Pending', Mail, Disputed })).toBe(text);
});

it('the table of an event has the columns of the specification, in its order', () => {
  expect(columnsOfEvent.map(({ head }) => head)).toEqual([
    'Car Number',
    'Invitation',
    'Authorization',
    'Driver',
    'Codriver',
    'Category',
    'Brand',
    'Model',
  ]);
});

it('competitors are chosen by what is done with them together', () => {
  const whole = {
    Authorized: 0,
    CategoryId: 1,
    Category: 'Rally4',
    Number: '7',
    Brand: 'Lancia',
    Model: 'Delta',
  };
  const row = (InvitationId: number, changes: Partial<CompetitorRow> = {}): CompetitorRow =>
    ({ ...whole, InvitationId, ...changes }) as CompetitorRow;
  const { groups } = TEXTS.entries;
  expect(groupsOf([])).toEqual([]);
  expect(
    groupsOf([
      row(1),
      row(2, { Authorized: 1 }),
      row(3, { Model: '' }),
      row(4, { CategoryId: null, Category: '' }),
      row(5, { CategoryId: 2, Category: 'Rally2' }),
    ]),
  ).toEqual([
    { name: groups.all, ids: [1, 2, 3, 4, 5] },
    { name: groups.complete, ids: [1, 5] },
    { name: 'Rally2', ids: [5] },
    { name: 'Rally4', ids: [1, 2, 3] },
  ]);
});
