import { expect, it } from '@jest/globals';
import type { AlertRow } from '@flagpost/contracts';
import { createStore } from '../../../app/store.js';
import { anAlert, aSnapshot, EVENT_ID } from '../../../testing/race.js';
import { alertArrived, raceControlled, snapshotArrived } from '../state/messages.js';
import { soundAlarms } from './alarms.js';

const numbered = (seq: number) => ({ eventId: EVENT_ID, streamId: 'stream', seq });

const listening = (mayAcknowledge = true) => {
  const store = createStore();
  const heard = { sounds: false, beeps: 0, told: [] as number[][] };
  const siren = {
    start: () => void (heard.sounds = true),
    stop: () => void (heard.sounds = false),
    beep: () => void (heard.beeps += 1),
  };
  const onRaised = (alerts: readonly AlertRow[]): void =>
    void heard.told.push(alerts.map(({ AlertId }) => AlertId));
  const end = soundAlarms(store, siren, { mayAcknowledge, onRaised });
  return { store, heard, end };
};

it('sounds from the arriving message until a person acknowledges', () => {
  const { store, heard } = listening();
  store.dispatch(alertArrived({ ...numbered(1), alert: anAlert(1) }));
  expect(heard).toEqual({ sounds: true, beeps: 0, told: [[1]] });
  const alert = anAlert(1, { AcknowledgedAt: '2026-05-01T10:00:05.000Z' });
  store.dispatch(raceControlled({ ...numbered(2), action: 'alertAcknowledged', alert }));
  expect(heard.sounds).toBe(false);
});

it('is one sound for many, and goes on while one is open', () => {
  const { store, heard } = listening();
  store.dispatch(snapshotArrived(aSnapshot({ alerts: [anAlert(1), anAlert(2)] })));
  expect(heard.told).toEqual([[1, 2]]);
  const alert = anAlert(1, { ClearedAt: '2026-05-01T10:00:05.000Z' });
  store.dispatch(raceControlled({ ...numbered(1), action: 'alertCleared', alert }));
  expect(heard.sounds).toBe(true);
});

it('tells of each alert once, also when a snapshot repeats it', () => {
  const { store, heard } = listening();
  store.dispatch(alertArrived({ ...numbered(1), alert: anAlert(1) }));
  store.dispatch(snapshotArrived(aSnapshot({ alerts: [anAlert(1)] })));
  expect(heard.told).toEqual([[1]]);
});

it('gives one tone to those who cannot acknowledge', () => {
  const { store, heard } = listening(false);
  store.dispatch(alertArrived({ ...numbered(1), alert: anAlert(1) }));
  expect(heard).toEqual({ sounds: false, beeps: 1, told: [[1]] });
});

it('ignores alerts that are no SOS', () => {
  const { store, heard } = listening();
  store.dispatch(alertArrived({ ...numbered(1), alert: anAlert(1, { AlertType: 6 }) }));
  expect(heard).toEqual({ sounds: false, beeps: 0, told: [] });
});

it('falls silent when the screen goes', () => {
  const { store, heard, end } = listening();
  store.dispatch(alertArrived({ ...numbered(1), alert: anAlert(1) }));
  end();
  expect(heard.sounds).toBe(false);
});
