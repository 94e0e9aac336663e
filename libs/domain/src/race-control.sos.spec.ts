import { given } from '@flagpost/testing/given';
import { describe, expect, it } from '@jest/globals';
import { raceControlDecider, type RaceControlEvent } from './race-control.js';
import { type Command, director, eventId, fold, raise, raised, cleared } from './testing/race-control.js';

describe('an SOS', () => {
  const clearOfCar = (receivedAt: number): Command<'clearSosOfCar'> => ({
    type: 'clearSosOfCar',
    eventId,
    invitationId: 5,
    clearedAt: receivedAt - 100,
    receivedAt,
  });
  const byCar = cleared({ by: null, clearedAt: 3_900, receivedAt: 4_000 });

  it('is raised with the time of the device', () => {
    given(raceControlDecider, []).when(raise()).then([raised()]);
  });

  it('is raised once until cleared', () => {
    given(raceControlDecider, [raised()])
      .when(raise({ alertId: 52, receivedAt: 2_200 }))
      .then([]);
    const again = { alertId: 52, raisedAt: 5_000, receivedAt: 5_100 };
    given(raceControlDecider, [raised(), byCar])
      .when(raise(again))
      .then([raised(again)]);
    const other = { alertId: 52, invitationId: 6 };
    given(raceControlDecider, [raised()])
      .when(raise(other))
      .then([raised(other)]);
  });

  it('stated again after its clearing changes nothing', () => {
    given(raceControlDecider, [raised(), byCar])
      .when(raise({ alertId: 52 }))
      .then([]);
    given(raceControlDecider, [raised(), cleared()])
      .when(raise({ alertId: 52 }))
      .then([]);
  });

  it('pressed again before the car cleared it is not raised when it is stated late', () => {
    given(raceControlDecider, [raised(), byCar])
      .when(raise({ alertId: 52, raisedAt: 3_400, receivedAt: 3_500 }))
      .then([]);
  });

  it('that a director could not know of is raised in spite of the clearing', () => {
    const unseen = { alertId: 52, raisedAt: 2_900, receivedAt: 2_950 };
    given(raceControlDecider, [raised(), cleared({ clearedAt: 3_000 })])
      .when(raise(unseen))
      .then([raised(unseen)]);
  });

  it('is cleared by the car itself', () => {
    given(raceControlDecider, [raised()]).when(clearOfCar(4_000)).then([byCar]);
    given(raceControlDecider, []).when(clearOfCar(4_000)).then([]);
    given(raceControlDecider, [raised(), byCar]).when(clearOfCar(4_000)).then([]);
  });

  it('is not cleared by a signal older than itself', () => {
    const again = raised({ alertId: 52, raisedAt: 5_000, receivedAt: 5_100 });
    given(raceControlDecider, [raised(), byCar, again]).when(clearOfCar(4_000)).then([]);
  });

  const clear = (alertId: number): Command<'clearSos'> => ({
    type: 'clearSos',
    eventId,
    alertId,
    by: director,
    now: 3_000,
  });

  it('is cleared by a director, by name', () => {
    given(raceControlDecider, [raised()]).when(clear(51)).then([cleared()]);
    given(raceControlDecider, [raised(), byCar]).when(clear(51)).then([]);
    given(raceControlDecider, [raised()]).when(clear(52)).thenRefused('sos.missing');
  });

  it('is cleared for the engine too where the clock went back since it was raised', () => {
    const ahead = raised({ raisedAt: 8_900, receivedAt: 9_000 });
    given(raceControlDecider, [ahead])
      .when(clear(51))
      .then([cleared({ clearedAt: 3_000, receivedAt: 9_000 })]);
  });

  const acknowledge = (by: number, alertId = 51): Command<'acknowledgeSos'> => ({
    type: 'acknowledgeSos',
    eventId,
    alertId,
    by,
    now: 2_500,
  });
  const acknowledged: RaceControlEvent = {
    type: 'SosAcknowledged',
    data: { eventId, alertId: 51, invitationId: 5, by: director, acknowledgedAt: 2_500 },
  };

  it('is acknowledged once, by name', () => {
    given(raceControlDecider, [raised()]).when(acknowledge(director)).then([acknowledged]);
    given(raceControlDecider, [raised(), acknowledged]).when(acknowledge(23)).then([]);
    given(raceControlDecider, [raised()]).when(acknowledge(director, 52)).thenRefused('sos.missing');
  });

  it('may be acknowledged when the car has cleared it meanwhile', () => {
    given(raceControlDecider, [raised(), byCar]).when(acknowledge(director)).then([acknowledged]);
  });

  it('is acknowledged by the person who clears it', () => {
    given(raceControlDecider, [raised(), cleared()]).when(acknowledge(23)).then([]);
  });

  it('is acknowledged with the older ones of its car', () => {
    const again = raised({ alertId: 52, raisedAt: 5_000, receivedAt: 5_100 });
    const other = raised({ alertId: 53, invitationId: 6, raisedAt: 5_000, receivedAt: 5_200 });
    const both = [acknowledged, { ...acknowledged, data: { ...acknowledged.data, alertId: 52 } }];
    given(raceControlDecider, [raised(), byCar, again, other]).when(acknowledge(director, 52)).then(both);
    given(raceControlDecider, [raised(), byCar, again, ...both])
      .when(acknowledge(director, 52))
      .then([]);
  });

  it('is cleared with the acknowledgement of the older ones of its car', () => {
    const again = raised({ alertId: 52, raisedAt: 5_000, receivedAt: 5_100 });
    given(raceControlDecider, [raised(), byCar, again])
      .when(clear(52))
      .then([
        cleared({ alertId: 52, receivedAt: 5_100 }),
        { ...acknowledged, data: { ...acknowledged.data, acknowledgedAt: 3_000 } },
      ]);
  });

  it('stays known while nobody has acknowledged it, however many follow', () => {
    const later = Array.from({ length: 600 }, (_, index) => {
      const alert = { alertId: 100 + index, invitationId: 6, receivedAt: 10_000 + index };
      return [raised(alert), cleared(alert)];
    }).flat();
    const { alerts } = fold([raised(), byCar, ...later]);
    expect(alerts[0]).toMatchObject({ alertId: 51, open: false, acknowledged: false });
  });

  it('stays known while open, however many follow', () => {
    const later = Array.from({ length: 600 }, (_, index) => {
      const alert = { alertId: 100 + index, invitationId: 6, receivedAt: 10_000 + index };
      return [raised(alert), cleared(alert)];
    }).flat();
    const { alerts } = fold([raised(), ...later]);
    expect(alerts[0]).toMatchObject({ alertId: 51, open: true });
    expect(alerts.length).toBeLessThanOrEqual(502);
  });
});
