import {
  flagsByCar,
  type LapRow,
  type LiveCar,
  type PastLap,
  type PastStory,
  type Snapshot,
} from '@flagpost/contracts';
import { flagsAsShown, type ControlAt, type Shown } from '@flagpost/telemetry';

/** In place of a gateway's. */
export const REPLAY_STREAM = 'replay';

/** What a snapshot of the past is made of. */
export interface PastState {
  readonly instant: number;
  readonly control: ControlAt;
  /** What was published beside the position of a car; null if nothing was. */
  readonly publishedOf: (invitationId: number) => Shown | null;
  readonly liveOf: (invitationId: number) => LiveCar;
  readonly rowOfLap: (lap: PastLap) => LapRow;
}

/** Everything as of an instant, as a snapshot of then would have it. */
export const pastSnapshot = (
  { eventId, cars }: Pick<PastStory, 'eventId' | 'cars'>,
  { instant, control, publishedOf, liveOf, rowOfLap }: PastState,
): Snapshot => {
  const at = new Date(instant).toISOString();
  const flagsOf = flagsByCar(control.carFlags);
  const published = cars.map((car) => [car, publishedOf(car.InvitationId)] as const);
  // Cars that no device connects are those that are not named.
  const linked = published.filter(([, shown]) => shown?.linked === true);
  return {
    eventId,
    streamId: REPLAY_STREAM,
    seq: 0,
    frame: 0,
    serverTime: instant,
    lapEpoch: control.lapEpoch,
    cars: published.map(([{ InvitationId, ...car }, shown]) => {
      const { track, driver, last } = flagsAsShown(flagsOf(InvitationId), shown);
      return {
        ...car,
        live: liveOf(InvitationId),
        TrackFlag: track,
        DriverFlag: driver,
        LastFlagStatus: last,
      };
    }),
    takenOff: [],
    alerts: control.alerts,
    flags: control.flags,
    sectorFlags: control.sectorFlags,
    laps: control.laps.map(rowOfLap),
    notes: control.notes,
    reach: published.some(([, shown]) => shown !== null)
      ? linked.map(([{ InvitationId }]) => ({ InvitationId, Reachable: true, Since: at }))
      : null,
    reports: control.reports,
    stops: control.stops,
    routeChanges: [],
    timersAt: at,
    timers: [],
  };
};
