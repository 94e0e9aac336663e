import { FIELD_TEXTS, LIMITS } from '@flagpost/contracts';
import { given } from '@flagpost/testing/given';
import { describe, expect, it } from '@jest/globals';
import { DomainError } from './decider.js';
import { eventDecider, type EventCommand, type EventDetails, type MeetingEvent } from './event.js';

const eventId = 1;
const startsAt = Date.UTC(2026, 4, 1, 8);
const finishesAt = Date.UTC(2026, 4, 1, 16);
const details: EventDetails = {
  clubId: 3,
  name: 'Rally delle Langhe',
  startsAt,
  finishesAt,
  timeZone: 'Europe/Rome',
  countryId: 380,
  state: 'Piemonte',
  city: 'Alba',
  circuitName: 'Langhe',
  categoryIds: [11, 12],
  finishRadiusM: 30,
  safetyCarDelayS: 7,
  plannerId: null,
  viewerId: null,
};
const created: MeetingEvent = { type: 'EventCreated', data: { eventId, ...details } };
const published: MeetingEvent = { type: 'EventPublished', data: { eventId, language: 'it' } };
const deleted: MeetingEvent = { type: 'EventDeleted', data: { eventId } };
const create = (changes: Partial<EventDetails>) =>
  ({ type: 'createEvent', eventId, details: { ...details, ...changes }, now: startsAt }) as const;

describe('creating an event', () => {
  it('states what the organiser entered', () => {
    given(eventDecider, []).when(create({})).then([created]);
  });

  it('keeps nothing that is no detail of an event', () => {
    const more = { ...details, organiserEmail: 'planner@flagpost.demo' };
    given(eventDecider, [])
      .when({ ...create({}), details: more })
      .then([created]);
  });

  it('happens once for one id', () => {
    given(eventDecider, [created]).when(create({})).thenRefused('event.exists');
    given(eventDecider, [created, deleted]).when(create({})).thenRefused('event.exists');
  });

  it.each<[string, Partial<EventDetails>]>([
    ['event.nameRequired', { name: ' ' }],
    ['text.tooLong', { name: 'x'.repeat(101) }],
    ['event.institutionRequired', { clubId: 0 }],
    ['event.countryRequired', { countryId: 0 }],
    ['event.stateRequired', { state: '' }],
    ['text.tooLong', { state: 'x'.repeat(101) }],
    ['event.cityRequired', { city: '' }],
    ['text.tooLong', { city: 'x'.repeat(101) }],
    ['event.circuitNameRequired', { circuitName: '' }],
    ['text.tooLong', { circuitName: 'x'.repeat(101) }],
    ['event.categoriesRequired', { categoryIds: [] }],
    ['event.categoriesRequired', { categoryIds: [11, 999] }],
    ['event.startRequired', { startsAt: NaN }],
    ['event.finishRequired', { finishesAt: NaN }],
    ['event.finishBeforeStart', { finishesAt: startsAt }],
    ['event.finishPast', { startsAt: startsAt - 2, finishesAt: startsAt - 1 }],
    ['event.finishRadius', { finishRadiusM: 0 }],
    ['event.finishRadius', { finishRadiusM: 1001 }],
    ['event.safetyCarDelay', { safetyCarDelayS: -1 }],
    ['event.safetyCarDelay', { safetyCarDelayS: 8 }],
  ])('is refused by %s with %j', (code, changes) => {
    given(eventDecider, []).when(create(changes)).thenRefused(code);
    given(eventDecider, [created])
      .when({ type: 'editEvent', eventId, details: { ...details, ...changes }, entered: [], now: startsAt })
      .thenRefused(code);
  });

  it.each([0, 7])('takes a safety car delay of %d s', (safetyCarDelayS) => {
    given(eventDecider, [])
      .when(create({ safetyCarDelayS }))
      .then([{ type: 'EventCreated', data: { eventId, ...details, safetyCarDelayS } }]);
  });

  it('answers a refusal in the specification’s words', () => {
    const refused = new DomainError('event.safetyCarDelay');
    expect([refused.message, refused.kind]).toEqual([FIELD_TEXTS.safetyCarDelay, 'rule']);
  });
});

describe('editing an event', () => {
  const edit = (now: number, changes: Partial<EventDetails> = {}, entered: readonly (number | null)[] = []) =>
    ({ type: 'editEvent', eventId, details: { ...details, ...changes }, entered, now }) as const;

  it('states the event anew, published or not', () => {
    const edited = { type: 'EventEdited', data: { eventId, ...details, city: 'Asti' } } as const;
    given(eventDecider, [created])
      .when(edit(finishesAt, { city: 'Asti' }))
      .then([edited]);
    given(eventDecider, [created, published])
      .when(edit(startsAt, { city: 'Asti' }))
      .then([edited]);
  });

  it('ends with the event, at the finish in force', () => {
    given(eventDecider, [created])
      .when(edit(finishesAt + 1))
      .thenRefused('event.past');
    const longer: MeetingEvent = {
      type: 'EventEdited',
      data: { eventId, ...details, finishesAt: finishesAt + 60_000 },
    };
    const later = finishesAt + 30_000;
    given(eventDecider, [created, longer])
      .when(edit(finishesAt + 1, { finishesAt: later }))
      .then([{ type: 'EventEdited', data: { eventId, ...details, finishesAt: later } }]);
  });

  it('gives it to another institution only while it has no competitors', () => {
    const toAnother = (entered: readonly (number | null)[]) =>
      given(eventDecider, [created]).when(edit(startsAt, { clubId: 4 }, entered));
    toAnother([]).then([{ type: 'EventEdited', data: { eventId, ...details, clubId: 4 } }]);
    for (const entered of [[11], [null]]) toAnother(entered).thenRefused('event.hasCompetitors');
    const moved: MeetingEvent = { type: 'EventEdited', data: { eventId, ...details, clubId: 4 } };
    given(eventDecider, [created, moved])
      .when(edit(startsAt, { clubId: 4, city: 'Asti' }, [11]))
      .then([{ type: 'EventEdited', data: { eventId, ...details, clubId: 4, city: 'Asti' } }]);
  });

  it('is refused if its details were changed after the revision that the editor has read', () => {
    const DAY_MS = 24 * 3_600_000;
    const to = { startsAt: startsAt + DAY_MS, finishesAt: finishesAt + DAY_MS };
    const former = { formerStartsAt: startsAt, formerFinishesAt: finishesAt };
    const postponed: MeetingEvent = {
      type: 'EventPostponed',
      data: { eventId, ...to, ...former, reason: 'Snow', language: 'it' },
    };
    const read = (revision: number) => ({ ...edit(startsAt, { city: 'Asti' }), revision });
    const edited: MeetingEvent = { type: 'EventEdited', data: { eventId, ...details, city: 'Asti' } };
    // That it was published meanwhile is no detail.
    given(eventDecider, [created, published]).when(read(1)).then([edited]);
    given(eventDecider, [created, published, postponed]).when(read(1)).thenRefused('event.changed');
    given(eventDecider, [created, published, postponed]).when(read(3)).then([edited]);
    given(eventDecider, [created, edited]).when(read(1)).thenRefused('event.changed');
    given(eventDecider, [created, edited])
      .when(edit(startsAt, { city: 'Asti' }))
      .then([edited]);
  });

  it('takes no category off in which competitors are entered', () => {
    const left = { categoryIds: [12] };
    given(eventDecider, [created])
      .when(edit(startsAt, left, [12, 11]))
      .thenRefused('event.categoryHasCompetitors');
    const edited: MeetingEvent = { type: 'EventEdited', data: { eventId, ...details, ...left } };
    given(eventDecider, [created])
      .when(edit(startsAt, left, [12, null]))
      .then([edited]);
    // Taken off by a former release.
    given(eventDecider, [created, edited])
      .when(edit(startsAt, left, [11]))
      .then([edited]);
  });

  it('ends it now, but not before', () => {
    const now = startsAt + 60_000;
    given(eventDecider, [created])
      .when(edit(now, { finishesAt: now - 1 }))
      .thenRefused('event.finishPast');
    given(eventDecider, [created])
      .when(edit(now, { finishesAt: now }))
      .then([{ type: 'EventEdited', data: { eventId, ...details, finishesAt: now } }]);
  });
});

describe('publishing an event', () => {
  const publish = (now: number) => ({ type: 'publishEvent', eventId, now, language: 'it' }) as const;

  it('makes it public, once', () => {
    given(eventDecider, [created]).when(publish(startsAt)).then([published]);
    given(eventDecider, [created, published]).when(publish(startsAt)).thenRefused('event.alreadyPublished');
  });

  it('is too late for a past event', () => {
    given(eventDecider, [created])
      .when(publish(finishesAt + 1))
      .thenRefused('event.past');
  });
});

describe('postponing an event', () => {
  const DAY_MS = 24 * 3_600_000;
  const to = { startsAt: startsAt + DAY_MS, finishesAt: finishesAt + DAY_MS };
  const postpone = (changes: Partial<Extract<EventCommand, { type: 'postponeEvent' }>> = {}) =>
    ({
      type: 'postponeEvent',
      eventId,
      ...to,
      reason: 'Snow',
      language: 'it',
      now: startsAt - 1,
      ...changes,
    }) as const;
  const postponed: MeetingEvent = {
    type: 'EventPostponed',
    data: {
      eventId,
      ...to,
      formerStartsAt: startsAt,
      formerFinishesAt: finishesAt,
      reason: 'Snow',
      language: 'it',
    },
  };

  it('states the new period, the former one and the reason', () => {
    for (const events of [[created], [created, published]])
      given(eventDecider, events).when(postpone()).then([postponed]);
  });

  it('counts from the period in force', () => {
    const again = { startsAt: to.startsAt + DAY_MS, finishesAt: to.finishesAt + DAY_MS };
    const former = { formerStartsAt: to.startsAt, formerFinishesAt: to.finishesAt };
    given(eventDecider, [created, postponed])
      .when(postpone({ ...again, now: startsAt }))
      .then([{ type: 'EventPostponed', data: { ...postponed.data, ...again, ...former } }]);
    given(eventDecider, [created, postponed]).when(postpone()).thenRefused('event.notLater');
    given(eventDecider, [created, postponed])
      .when({ type: 'publishEvent', eventId, now: to.finishesAt, language: 'it' })
      .then([published]);
  });

  it('is too late once the event has begun', () => {
    given(eventDecider, [created])
      .when(postpone({ now: startsAt }))
      .thenRefused('event.begun');
    given(eventDecider, [created])
      .when(postpone({ now: finishesAt + 1 }))
      .thenRefused('event.past');
  });

  it.each<[string, object]>([
    ['event.notLater', { startsAt }],
    ['event.notLater', { startsAt: startsAt - 1 }],
    ['event.startRequired', { startsAt: NaN }],
    ['event.finishRequired', { finishesAt: NaN }],
    ['event.finishBeforeStart', { finishesAt: to.startsAt }],
    ['event.reasonRequired', { reason: ' ' }],
    ['text.tooLong', { reason: 'x'.repeat(LIMITS.reason + 1) }],
  ])('is refused by %s with %j', (code, changes) => {
    given(eventDecider, [created]).when(postpone(changes)).thenRefused(code);
  });

  it('needs an event', () => {
    for (const events of [[], [created, deleted]])
      given(eventDecider, events).when(postpone()).thenRefused('event.missing');
  });
});

describe('deleting an event', () => {
  const remove = { type: 'deleteEvent', eventId } as const;

  it('is open at any time', () => {
    given(eventDecider, [created]).when(remove).then([deleted]);
    given(eventDecider, [created, published]).when(remove).then([deleted]);
  });

  it.each([
    ['created', []],
    ['standing', [created, published, deleted]],
  ])('leaves nothing to act on where none is %s', (_, events: MeetingEvent[]) => {
    given(eventDecider, events).when(remove).thenRefused('event.missing');
    given(eventDecider, events)
      .when({ type: 'publishEvent', eventId, now: startsAt, language: 'it' })
      .thenRefused('event.missing');
    given(eventDecider, events)
      .when({ type: 'editEvent', eventId, details, entered: [], now: startsAt })
      .thenRefused('event.missing');
    expect(new DomainError('event.missing', 'missing').kind).toBe('missing');
  });
});

describe('copying an event', () => {
  const copy = {
    type: 'copyEvent',
    eventId: 2,
    fromEventId: 1,
    details: { ...details, name: 'Rally delle Langhe 2027' },
    invitations: [{ from: 5, to: 105 }],
    now: startsAt,
  } as const;

  it('makes a draft, and plans the ids of its competitors', () => {
    given(eventDecider, [])
      .when(copy)
      .then([
        { type: 'EventCreated', data: { eventId: 2, ...copy.details } },
        { type: 'EventCopied', data: { eventId: 2, fromEventId: 1, invitations: copy.invitations } },
      ]);
  });

  it('keeps the rules of an event, once, and not into the past', () => {
    given(eventDecider, [])
      .when({ ...copy, details: { ...copy.details, name: '' } })
      .thenRefused('event.nameRequired');
    given(eventDecider, [created]).when(copy).thenRefused('event.exists');
    given(eventDecider, [])
      .when({ ...copy, now: finishesAt + 1 })
      .thenRefused('event.finishPast');
  });
});

describe('the time zone of an event', () => {
  it('is one that exists', () => {
    given(eventDecider, [])
      .when(create({ timeZone: 'Europe/Roma' }))
      .thenRefused('event.timeZoneUnknown');
  });
});

describe('the positions of an event', () => {
  const DAY_MS = 86_400_000;
  const rule = { clubId: details.clubId, keepDays: 365, setBy: 22, setAt: finishesAt };
  const amount = { cars: 24, minutes: 5_760, pictures: 2 };
  const end = finishesAt + 365 * DAY_MS;
  const remove = { type: 'deletePositions', eventId: 1, now: end, ...rule, ...amount } as const;
  const deleted: MeetingEvent = {
    type: 'PositionsDeleted',
    data: { eventId: 1, ...rule, ...amount, deletedAt: end },
  };

  it('are deleted once, when they are old enough', () => {
    given(eventDecider, [created]).when(remove).then([deleted]);
    given(eventDecider, [created, deleted])
      .when({ ...remove, now: end + 1 })
      .then([]);
    given(eventDecider, [created])
      .when({ ...remove, now: end - 1 })
      .thenRefused('event.positionsKept');
    given(eventDecider, []).when(remove).thenRefused('event.missing');
  });

  it('are kept for a day after the rule was set, however old they are', () => {
    const late = { ...remove, setAt: end };
    given(eventDecider, [created]).when(late).thenRefused('event.positionsKept');
    given(eventDecider, [created])
      .when({ ...late, now: end + DAY_MS - 1 })
      .thenRefused('event.positionsKept');
    const data = { ...deleted.data, setAt: end, deletedAt: end + DAY_MS };
    given(eventDecider, [created])
      .when({ ...late, now: end + DAY_MS })
      .then([{ ...deleted, data }]);
  });
});
