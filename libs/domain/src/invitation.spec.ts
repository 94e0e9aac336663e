import { INVITATION_STATES, type InvitationMailOutcome } from '@flagpost/contracts';
import { given } from '@flagpost/testing/given';
import { describe, it } from '@jest/globals';
import { invitationDecider, type Entry, type InvitationCommand, type InvitationEvent } from './invitation.js';

const invitationId = 5;
const eventId = 1;
const userId = 32;
const ids = { invitationId, eventId };
const times = { now: 1_000, finishesAt: 2_000 };
const entry: Entry = { categoryId: 11, carNumber: '24', brand: 'Lancia', model: 'Delta', codriverId: null };
const add = (changes: Partial<Entry> = {}, userIdsInCategory: number[] = []) =>
  ({
    type: 'addInvitation',
    ...ids,
    times,
    driverId: 31,
    userId,
    entry: { ...entry, ...changes },
    userIdsInCategory,
  }) as const;
const edit = (changes: Partial<Entry>, userIdsInCategory: number[] = []) =>
  ({
    type: 'editInvitation',
    invitationId,
    times,
    entry: { ...entry, ...changes },
    userIdsInCategory,
  }) as const;
const authorize = { type: 'authorizeInvitation', invitationId, times } as const;
const unauthorize = { type: 'unauthorizeInvitation', invitationId, times } as const;
const send = { type: 'requestInvitationMail', invitationId, times, language: 'it' } as const;
const answer = (type: 'acceptInvitation' | 'rejectInvitation') =>
  ({ type, invitationId, times, language: 'es' }) as const;
const dispute = { type: 'disputeInvitation', invitationId, times, reason: 'entry', language: 'es' } as const;
const settle = (outcome: InvitationMailOutcome, sending = 1) =>
  ({ type: 'settleInvitationMail', invitationId, sending, outcome }) as const;
const issueToken = { type: 'issueDeviceToken', invitationId, times, tokenId: 'token-1' } as const;
const connectPhone = { type: 'connectPhone', invitationId, times, tokenId: 'token-2' } as const;
const remove = { type: 'deleteInvitation', invitationId } as const;

const added = (changes: Partial<Entry> = {}): InvitationEvent => ({
  type: 'InvitationAdded',
  data: {
    ...ids,
    driverId: 31,
    userId,
    statusId: INVITATION_STATES.NOTSEND_INVITATION,
    ...entry,
    ...changes,
  },
});
const authorized: InvitationEvent = { type: 'InvitationAuthorized', data: ids };
const unauthorized: InvitationEvent = { type: 'InvitationUnauthorized', data: ids };
const requested = (
  sending: number,
  statusId: number = INVITATION_STATES.PENDING_INVITATION,
): InvitationEvent => ({
  type: 'InvitationMailRequested',
  data: { ...ids, statusId, sending, language: 'it' },
});
const settled = (outcome: InvitationMailOutcome, sending = 1): InvitationEvent => ({
  type: 'InvitationMailSettled',
  data: { ...ids, sending, outcome },
});
const accepted: InvitationEvent = {
  type: 'InvitationAccepted',
  data: { ...ids, statusId: INVITATION_STATES.ACEPTED_INVITATION, language: 'es' },
};
const rejected: InvitationEvent = {
  type: 'InvitationRejected',
  data: { ...ids, statusId: INVITATION_STATES.REJECTED_INVITATION, language: 'es' },
};
const disputed: InvitationEvent = {
  type: 'InvitationDisputed',
  data: { ...ids, reason: 'entry', language: 'es' },
};
const deleted: InvitationEvent = { type: 'InvitationDeleted', data: ids };

describe('adding a competitor', () => {
  it('states who drives what, not sent and not authorised', () => {
    given(invitationDecider, []).when(add()).then([added()]);
  });

  it('keeps persons by id alone', () => {
    const command = add();
    const withName = { ...command, entry: { ...command.entry, codriverName: 'Tiziano' } };
    given(invitationDecider, []).when(withName).then([added()]);
  });

  it('happens once', () => {
    given(invitationDecider, [added()]).when(add()).thenRefused('invitation.exists');
  });

  it('is refused for one who stands in the category already', () => {
    given(invitationDecider, [])
      .when(add({}, [8, userId]))
      .thenRefused('invitation.alreadyAdded');
  });

  it.each<Partial<Entry>>([
    { carNumber: 'x'.repeat(21) },
    { brand: 'x'.repeat(101) },
    { model: 'x'.repeat(101) },
  ])('keeps to the lengths: %j', (changes) => {
    given(invitationDecider, []).when(add(changes)).thenRefused('text.tooLong');
    given(invitationDecider, [added()]).when(edit(changes)).thenRefused('text.tooLong');
  });
});

describe('editing a competitor', () => {
  it('states the entry anew', () => {
    given(invitationDecider, [added()])
      .when(edit({ carNumber: '7', codriverId: 33 }))
      .then([{ type: 'InvitationEdited', data: { ...ids, ...entry, carNumber: '7', codriverId: 33 } }]);
  });

  it('is refused while authorised', () => {
    given(invitationDecider, [added(), authorized])
      .when(edit({ carNumber: '7' }))
      .thenRefused('invitation.authorized');
    given(invitationDecider, [added(), authorized, unauthorized])
      .when(edit({}))
      .then([{ type: 'InvitationEdited', data: { ...ids, ...entry } }]);
  });

  it('sets back nothing that somebody else has changed since it was read', () => {
    const { codriverId: _, ...read } = entry;
    const edited: InvitationEvent = { type: 'InvitationEdited', data: { ...ids, ...entry, brand: 'Ford' } };
    const from = (former: Partial<typeof read>, changes: Partial<Entry>) =>
      ({ ...edit(changes), former: { ...read, ...former } }) as const;
    const now = given(invitationDecider, [added(), edited]);
    now.when(from({}, { carNumber: '7' })).thenRefused('invitation.changed');
    now.when(from({}, { brand: 'Fiat' })).thenRefused('invitation.changed');
    const wanted: InvitationEvent = { ...edited, data: { ...edited.data, carNumber: '7' } };
    now.when(from({}, { carNumber: '7', brand: 'Ford' })).then([wanted]);
    now.when(from({ brand: 'Ford' }, { carNumber: '7', brand: 'Ford' })).then([wanted]);
  });

  it('is refused into a category where the same driver stands', () => {
    given(invitationDecider, [added()])
      .when(edit({ categoryId: 12 }, [userId]))
      .thenRefused('invitation.alreadyAdded');
  });
});

describe('authorising a competitor', () => {
  it('lets it run, and stop running', () => {
    given(invitationDecider, [added()]).when(authorize).then([authorized]);
    given(invitationDecider, [added(), authorized]).when(unauthorize).then([unauthorized]);
  });

  it('changes nothing where it is so already', () => {
    given(invitationDecider, [added(), authorized]).when(authorize).then([]);
    given(invitationDecider, [added()]).when(unauthorize).then([]);
  });

  it.each<Partial<Entry>>([
    { categoryId: null },
    { carNumber: null },
    { carNumber: '' },
    { brand: null },
    { model: null },
  ])('needs category, car number, brand and model: not with %j', (missing) => {
    given(invitationDecider, [added(missing)])
      .when(authorize)
      .thenRefused('invitation.incomplete');
  });

  it('goes by the entry as last edited', () => {
    const edited: InvitationEvent = { type: 'InvitationEdited', data: { ...ids, ...entry } };
    given(invitationDecider, [added({ brand: null }), edited])
      .when(authorize)
      .then([authorized]);
  });
});

describe('an invitation', () => {
  it('is pending once it is mailed, and mailed once for each request', () => {
    given(invitationDecider, [added()])
      .when(send)
      .then([requested(1)]);
    given(invitationDecider, [added(), requested(1), settled('sent')])
      .when(send)
      .then([requested(2)]);
    given(invitationDecider, [added(), requested(1), rejected])
      .when(send)
      .then([requested(2)]);
  });

  it('stays accepted when it is mailed again', () => {
    const again = requested(2, INVITATION_STATES.ACEPTED_INVITATION);
    given(invitationDecider, [added(), requested(1), accepted])
      .when(send)
      .then([again]);
    given(invitationDecider, [added(), requested(1), accepted, again])
      .when(answer('acceptInvitation'))
      .then([]);
  });

  it('is accepted or rejected, and the other way round until the event is over', () => {
    const history = [added(), requested(1)];
    given(invitationDecider, history).when(answer('acceptInvitation')).then([accepted]);
    given(invitationDecider, history).when(answer('rejectInvitation')).then([rejected]);
    given(invitationDecider, [...history, accepted])
      .when(answer('rejectInvitation'))
      .then([rejected]);
    given(invitationDecider, [...history, rejected])
      .when(answer('rejectInvitation'))
      .then([]);
    for (const command of [answer('acceptInvitation'), answer('rejectInvitation'), dispute, send])
      given(invitationDecider, history)
        .when({ ...command, times: { now: 2_001, finishesAt: 2_000 } })
        .thenRefused('event.past');
  });

  it('is disputed until its entry changes or it is mailed again', () => {
    const history = [added(), requested(1)];
    given(invitationDecider, history).when(dispute).then([disputed]);
    given(invitationDecider, [...history, disputed])
      .when(dispute)
      .then([]);
    const edited: InvitationEvent = { type: 'InvitationEdited', data: { ...ids, ...entry } };
    for (const mended of [edited, requested(2)])
      given(invitationDecider, [...history, disputed, mended])
        .when(dispute)
        .then([disputed]);
  });

  it('settles each mail once; an interrupted one may still turn out to be sent', () => {
    const history = [added(), requested(1)];
    for (const outcome of ['sent', 'refused', 'interrupted', 'noAddress', 'ended'] as const)
      given(invitationDecider, history)
        .when(settle(outcome))
        .then([settled(outcome)]);
    given(invitationDecider, [...history, settled('sent')])
      .when(settle('interrupted'))
      .then([]);
    given(invitationDecider, [...history, settled('interrupted')])
      .when(settle('sent'))
      .then([settled('sent')]);
    given(invitationDecider, [...history, requested(2)])
      .when(settle('sent', 1))
      .then([]);
  });

  it('tells of a device token by its id alone', () => {
    given(invitationDecider, [added()])
      .when(issueToken)
      .then([{ type: 'DeviceTokenIssued', data: { ...ids, tokenId: 'token-1' } }]);
  });

  it('connects a phone once it was accepted', () => {
    given(invitationDecider, [added()]).when(connectPhone).thenRefused('invitation.notAccepted');
    const data = { ...ids, statusId: INVITATION_STATES.ACEPTED_INVITATION, language: 'es' } as const;
    given(invitationDecider, [added(), { type: 'InvitationAccepted', data }])
      .when(connectPhone)
      .then([{ type: 'DeviceTokenIssued', data: { ...ids, tokenId: 'token-2' } }]);
  });

  it('is deleted for good', () => {
    given(invitationDecider, [added(), authorized]).when(remove).then([deleted]);
    for (const command of [
      edit({}),
      authorize,
      unauthorize,
      send,
      dispute,
      settle('sent'),
      issueToken,
      connectPhone,
      remove,
    ]) {
      given(invitationDecider, [added(), deleted]).when(command).thenRefused('invitation.missing');
      given(invitationDecider, []).when(command).thenRefused('invitation.missing');
    }
  });

  it('of a past event is read-only, but may be deleted', () => {
    const past = { now: 2_001, finishesAt: 2_000 };
    given(invitationDecider, [])
      .when({ ...add(), times: past })
      .thenRefused('event.past');
    const commands: readonly InvitationCommand[] = [
      { ...edit({}), times: past },
      { ...authorize, times: past },
      { ...unauthorize, times: past },
      { ...send, times: past },
      { ...issueToken, times: past },
      { ...connectPhone, times: past },
    ];
    for (const command of commands)
      given(invitationDecider, [added()]).when(command).thenRefused('event.past');
    given(invitationDecider, [added()]).when(remove).then([deleted]);
  });
});
