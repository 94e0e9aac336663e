import { expect, it } from '@jest/globals';
import { DISPUTE_TEXTS, type DisputeReason, type InvitationMailState } from '@flagpost/contracts';
import { TEXTS } from '../../shared/texts/competitors.js';
import { columnsOfEvent, invitationOf } from './rows.js';

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
