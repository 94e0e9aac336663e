import { describe, expect, it } from '@jest/globals';
import { FAULTS, type EventDetail } from '@flagpost/contracts';
import { anEvent } from '../../testing/events.js';
import { copyForm, eventForm, formOf, postponeForm, typedInstants, type EventForm } from './event-form.js';

const typed = (changes: Partial<EventForm> = {}): EventForm => ({
  ...formOf(null, 4),
  Name: 'Ronde',
  CouId: 380,
  State: 'Savona',
  City: 'Cairo Montenotte',
  CircuitName: 'Round course',
  Categories: [1],
  TimeZone: 'Europe/Rome',
  Start: '2027-06-06T08:00',
  Finish: '2027-06-06T18:00',
  ...changes,
});
/** The first fault of each field, as the form reports it. */
const faultsOf = (form: EventForm, isAdmin = false): Record<string, string> => {
  const issues = eventForm(null, isAdmin).safeParse(form).error?.issues ?? [];
  return Object.fromEntries(issues.toReversed().map(({ path, message }) => [path.join('.'), message]));
};
const sent = (form: EventForm, event: EventDetail | null = null) => {
  const { Start, Finish } = eventForm(event, false).parse(form);
  return [Start, Finish];
};

describe('the form of an event', () => {
  it('sends instants for the times that the clocks at the track show', () => {
    expect(sent(typed())).toEqual(['2027-06-06T06:00:00.000Z', '2027-06-06T16:00:00.000Z']);
    expect(sent(typed({ TimeZone: 'Asia/Kolkata' }))).toEqual([
      '2027-06-06T02:30:00.000Z',
      '2027-06-06T12:30:00.000Z',
    ]);
  });

  it('knows midnight, over which a day of the track is another day in UTC', () => {
    expect(sent(typed({ Start: '2027-06-06T00:00', Finish: '2027-06-07T00:00' }))).toEqual([
      '2027-06-05T22:00:00.000Z',
      '2027-06-06T22:00:00.000Z',
    ]);
  });

  it('knows the change to summer time, and refuses a time that no clock shows then', () => {
    expect(sent(typed({ Start: '2027-03-28T01:59', Finish: '2027-03-28T03:00' }))).toEqual([
      '2027-03-28T00:59:00.000Z',
      '2027-03-28T01:00:00.000Z',
    ]);
    expect(faultsOf(typed({ Start: '2027-03-28T02:30' }))).toEqual({ Start: FAULTS.timeSkipped });
  });

  it('takes the earlier of two times when clocks are put back, and keeps a later one that is stored', () => {
    const [earlier, later] = ['2027-10-31T00:30:00.000Z', '2027-10-31T01:30:00.000Z'];
    const form = typed({ Start: '2027-10-31T02:30', Finish: '2027-10-31T10:00' });
    expect(sent(form)[0]).toBe(earlier);
    const stored = anEvent({ eveStart: later, eveTimeZone: 'Europe/Rome' });
    expect(sent(form, stored)[0]).toBe(later);
    expect(
      typedInstants({
        local: '2027-10-31T02:30',
        zone: 'Europe/Rome',
        stored: undefined,
        storedZone: undefined,
      }),
    ).toEqual([earlier, later]);
  });

  it('leaves the seconds of a time that nobody changed', () => {
    const event = anEvent({ eveStart: '2027-06-06T06:00:17.250Z' });
    const form = formOf(event, null);
    expect(form.Start).toBe('2027-06-06T08:00');
    expect(sent({ ...form, Finish: '2027-06-07T20:00' }, event)).toEqual([
      '2027-06-06T06:00:17.250Z',
      '2027-06-07T18:00:00.000Z',
    ]);
    // Another zone is another time, even if the field shows the same.
    expect(sent({ ...form, TimeZone: 'Europe/London' }, event)[0]).toBe('2027-06-06T07:00:00.000Z');
  });

  it('says of every empty field that it is required', () => {
    expect(faultsOf(formOf(null, null), true)).toEqual({
      Name: FAULTS.name,
      CluId: FAULTS.institution,
      CouId: FAULTS.country,
      State: FAULTS.state,
      City: FAULTS.city,
      CircuitName: FAULTS.circuitName,
      Categories: FAULTS.categories,
      TimeZone: FAULTS.timeZone,
      Start: FAULTS.start,
      Finish: FAULTS.finish,
    });
    expect(Object.keys(faultsOf(formOf(null, 4)))).not.toContain('CluId');
  });

  it.each([
    [{ Radius: 0 }, { Radius: FAULTS.finishRadius }],
    [{ Radius: 1_001 }, { Radius: FAULTS.finishRadiusRange }],
    [{ SafetyCarDelay: 8 }, { SafetyCarDelay: FAULTS.safetyCarDelay }],
    [{ SafetyCarDelay: -1 }, { SafetyCarDelay: FAULTS.safetyCarDelay }],
    [{ Finish: '2027-06-06T08:00' }, { Finish: FAULTS.finishAfterStart }],
    [{ Start: '1999-06-06T08:00' }, { Start: FAULTS.eventYear }],
  ])('refuses %j', (changes, faults) => {
    expect(faultsOf(typed(changes))).toEqual(faults);
  });

  it('begins with the defaults', () => {
    expect(formOf(null, 4)).toMatchObject({ CluId: 4, Radius: 30, SafetyCarDelay: 7 });
  });
});

describe('another time of an event', () => {
  const event = anEvent();

  it('is that of the clocks at its track, with a reason', () => {
    const form = { Start: '2027-07-01T08:00', Finish: '2027-07-01T18:00', Reason: ' Snow ' };
    expect(postponeForm(event).parse(form)).toEqual({
      Start: '2027-07-01T06:00:00.000Z',
      Finish: '2027-07-01T16:00:00.000Z',
      Reason: 'Snow',
    });
    expect(postponeForm(event).safeParse({ ...form, Reason: '' }).error?.issues[0]?.message).toBe(
      FAULTS.reason,
    );
  });

  it('is that of a copy too, whose sectors need the track', () => {
    const form = {
      Name: 'Copy',
      Start: '2027-07-01T08:00',
      Finish: '2027-07-01T18:00',
      Categories: [1],
      Route: false,
      Sectors: true,
      Pois: false,
      Competitors: false,
    };
    expect(copyForm(event).safeParse(form).error?.issues).toEqual([
      expect.objectContaining({ path: ['Sectors'], message: FAULTS.sectorsNeedTrack }),
    ]);
    expect(copyForm(event).parse({ ...form, Route: true })).toMatchObject({
      Start: '2027-07-01T06:00:00.000Z',
    });
  });
});
