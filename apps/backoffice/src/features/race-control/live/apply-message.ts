import {
  RACING_WITHIN_MS,
  type ChangePosition,
  type LiveCar,
  type SocketMessage,
  type TimersAnswer,
} from '@flagpost/contracts';
import { encodeFrame } from '@flagpost/telemetry';
import type { RaceDispatch } from '../state/race-store.js';
import { api } from '../../../shared/api.js';
import { TEXTS } from '../../../shared/texts/race.js';
import { readEventAnew } from '../api.js';
import type { LiveCars } from '../live-cars.js';
import { heardPlaceOf } from '../heard-place.js';
import { alertArrived, fieldChanged, flagConfirmed, hazardReported, lapCounted } from '../state/messages.js';
import { linkRefused } from '../state/link.js';
import { takeRaceControl, takeSnapshot } from '../state/lifted-reds.js';
import { timersArrived } from '../state/timers.js';
import type { FieldMonitor } from './field-monitor.js';

const packedOf = (data: ChangePosition): Uint8Array =>
  'packed' in data ? new Uint8Array(data.packed) : encodeFrame(data);

const heard = ({ timersAt, timers }: TimersAnswer, arrivedMs: number) =>
  timersArrived({ timersAt, timers, arrivedMs });

interface Applied {
  dispatch: RaceDispatch;
  cars: LiveCars;
  field: FieldMonitor;
  /** `performance.now()` */
  nowMs: number;
}

const lookAtField = (
  { dispatch, field }: Applied,
  cars: readonly LiveCar[],
  at: number,
  isWhole: boolean,
): void => {
  const news = field.look(cars, at, isWhole);
  if (news !== null) dispatch(fieldChanged(news));
};

/** The only place where messages change state. True: the race has changed in a way that only a snapshot contains. */
export const applyMessage = (message: SocketMessage, to: Applied): boolean => {
  const { dispatch, cars, nowMs } = to;
  switch (message.type) {
    case 'CHANGE_POSITION': {
      const { serverTime, areKnown, notRunning } = cars.apply(packedOf(message.data), nowMs);
      lookAtField(to, notRunning, serverTime, false);
      return !areKnown;
    }
    case 'SNAPSHOT': {
      const { serverTime, cars: snapshot } = message.data;
      cars.begin(message.data, nowMs);
      dispatch(takeSnapshot(message.data));
      dispatch(heard(message.data, nowMs));
      const live = snapshot.map((car) => car.live);
      lookAtField(to, live, serverTime, true);
      return false;
    }
    case 'DRIVER_ALERT':
      dispatch(alertArrived(message.data));
      return false;
    case 'UPDATE_COUNTER':
      cars.lapCounted(message.data.InvitationId, message.data.LapEpoch, message.data.Counter);
      dispatch(lapCounted(message.data));
      return false;
    case 'FLAG_CONFIRMED':
      dispatch(flagConfirmed(message.data));
      return false;
    case 'RACE_CONTROL':
      dispatch(takeRaceControl(message.data));
      if (message.data.action === 'carReported' && message.data.report.Report === 'hazard') {
        const { InvitationId: invitationId, ReportedAt } = message.data.report;
        const place = heardPlaceOf(cars.live(invitationId));
        dispatch(hazardReported({ invitationId, at: Date.parse(ReportedAt), place }));
      }
      if (message.data.action === 'timersChanged') dispatch(heard(message.data, nowMs));
      if (message.data.action === 'carsTakenOff')
        cars.takeOff(
          message.data.cars.map(({ InvitationId }) => InvitationId),
          nowMs + RACING_WITHIN_MS,
        );
      if (message.data.action === 'lapsReset') cars.lapsReset(message.data.lapEpoch);
      if (message.data.action === 'eventDeleted') {
        dispatch(linkRefused({ message: TEXTS.race.deleted }));
        dispatch(api.util.invalidateTags(['Event']));
      }
      if (message.data.action !== 'eventChanged') return false;
      dispatch(readEventAnew());
      return true;
  }
};
