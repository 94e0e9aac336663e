import { expect, it } from '@jest/globals';
import type { AlertRow } from '@flagpost/contracts';
import { createRaceStore } from '../../../testing/race-store.js';
import { anAlert, aSnapshot, EVENT_ID } from '../../../testing/race-data.js';
import { linkLost } from '../state/link.js';
import { alertArrived, fieldChanged, raceControlled, snapshotArrived } from '../state/messages.js';
import { soundAlarms } from './alarms.js';

const numbered = (seq: number) => ({ eventId: EVENT_ID, streamId: 'stream', seq });

const listening = ({ mayAcknowledge = true, mayControl = true } = {}) => {
  const store = createRaceStore();
  const heard = { sounds: false, beeps: 0, silencesEnded: 0, told: [] as number[][] };
  const siren = {
    start: () => void (heard.sounds = true),
    stop: () => void (heard.sounds = false),
    beep: () => void (heard.beeps += 1),
    endSilence: () => void (heard.silencesEnded += 1),
  };
  const onRaised = (alerts: readonly AlertRow[]): void =>
    void heard.told.push(alerts.map(({ AlertId }) => AlertId));
  const end = soundAlarms(store, siren, { mayAcknowledge, mayControl, onRaised });
  return { store, heard, end };
};

const at = '2026-05-01T10:00:05.000Z';
/** Alerts of different cars. */
const ofCar = (id: number, changes: Partial<AlertRow> = {}): AlertRow =>
  anAlert(id, { InvitationId: id, ...changes });
const nothing = { stood: [], left: [], silent: [], heard: [], heardCount: 3 };

it('sounds from the arriving message until a person acknowledges', () => {
  const { store, heard } = listening();
  store.dispatch(alertArrived({ ...numbered(1), alert: anAlert(1) }));
  expect(heard).toMatchObject({ sounds: true, beeps: 0, told: [[1]] });
  const alert = anAlert(1, { AcknowledgedAt: at });
  store.dispatch(raceControlled({ ...numbered(2), action: 'alertAcknowledged', alert }));
  expect(heard.sounds).toBe(false);
});

it('is one sound for many, and goes on while one waits for an answer', () => {
  const { store, heard } = listening();
  store.dispatch(snapshotArrived(aSnapshot({ alerts: [ofCar(1), ofCar(2)] })));
  expect(heard.told).toEqual([[2, 1]]);
  const alert = ofCar(1, { ClearedAt: at, AcknowledgedAt: at });
  store.dispatch(raceControlled({ ...numbered(1), action: 'alertCleared', alert }));
  expect(heard.sounds).toBe(true);
});

it('goes on when the car clears its SOS, until a person acknowledges it', () => {
  const { store, heard } = listening();
  store.dispatch(alertArrived({ ...numbered(1), alert: anAlert(1) }));
  const byCar = anAlert(1, { ClearedAt: at });
  store.dispatch(raceControlled({ ...numbered(2), action: 'alertCleared', alert: byCar }));
  expect(heard.sounds).toBe(true);
  const alert = { ...byCar, AcknowledgedAt: at };
  store.dispatch(raceControlled({ ...numbered(3), action: 'alertAcknowledged', alert }));
  expect(heard.sounds).toBe(false);
});

it('tells of each alert once, also when a snapshot repeats it', () => {
  const { store, heard } = listening();
  store.dispatch(alertArrived({ ...numbered(1), alert: anAlert(1) }));
  store.dispatch(snapshotArrived(aSnapshot({ alerts: [anAlert(1)] })));
  expect(heard.told).toEqual([[1]]);
});

it('tells once of all that came while the link was lost, and sounds only for what nobody has answered', () => {
  const { store, heard } = listening();
  store.dispatch(snapshotArrived(aSnapshot()));
  store.dispatch(linkLost({ at: 0 }));
  const answered = ofCar(2, { AcknowledgedAt: at });
  store.dispatch(snapshotArrived(aSnapshot({ alerts: [answered] })));
  expect(heard).toMatchObject({ told: [], sounds: false, beeps: 1 });
  store.dispatch(snapshotArrived(aSnapshot({ alerts: [ofCar(4), ofCar(3), answered] })));
  expect(heard).toMatchObject({ told: [[3, 4]], sounds: true });
});

it('ends a silence for a new call alone', () => {
  const { store, heard } = listening();
  store.dispatch(alertArrived({ ...numbered(1), alert: anAlert(1) }));
  store.dispatch(alertArrived({ ...numbered(2), alert: anAlert(2) }));
  expect(heard.silencesEnded).toBe(2);
  store.dispatch(snapshotArrived(aSnapshot({ alerts: [anAlert(2), anAlert(1)] })));
  store.dispatch(fieldChanged({ ...nothing, at: 0, stood: [1] }));
  expect(heard).toMatchObject({ silencesEnded: 2, sounds: true });
});

it('gives one tone to those who cannot acknowledge', () => {
  const { store, heard } = listening({ mayAcknowledge: false });
  store.dispatch(alertArrived({ ...numbered(1), alert: anAlert(1) }));
  expect(heard).toMatchObject({ sounds: false, beeps: 1, told: [[1]] });
});

it('gives one short tone for a caution, and for a lost link', () => {
  const { store, heard } = listening();
  store.dispatch(snapshotArrived(aSnapshot()));
  store.dispatch(fieldChanged({ ...nothing, at: 0, stood: [1, 2] }));
  expect(heard).toMatchObject({ beeps: 1, sounds: false });
  store.dispatch(fieldChanged({ ...nothing, at: 0, left: [1, 2] }));
  expect(heard.beeps).toBe(1);
  store.dispatch(linkLost({ at: 0 }));
  store.dispatch(linkLost({ at: 3_000 }));
  expect(heard.beeps).toBe(2);
});

it('has no second sound beside that of an SOS', () => {
  const { store, heard } = listening();
  store.dispatch(alertArrived({ ...numbered(1), alert: anAlert(1) }));
  store.dispatch(fieldChanged({ ...nothing, at: 0, stood: [1] }));
  expect(heard).toMatchObject({ beeps: 0, sounds: true });
});

it('spares those who do not control the race the cautions', () => {
  const { store, heard } = listening({ mayControl: false });
  store.dispatch(fieldChanged({ ...nothing, at: 0, stood: [1] }));
  expect(heard.beeps).toBe(0);
});

it('ignores alerts that are no SOS', () => {
  const { store, heard } = listening();
  store.dispatch(alertArrived({ ...numbered(1), alert: anAlert(1, { AlertType: 6 }) }));
  expect(heard).toMatchObject({ sounds: false, beeps: 0, told: [] });
});

it('falls silent when the screen goes', () => {
  const { store, heard, end } = listening();
  store.dispatch(alertArrived({ ...numbered(1), alert: anAlert(1) }));
  end();
  expect(heard.sounds).toBe(false);
});
