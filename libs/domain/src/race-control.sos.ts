import { refuse, unreachable, type Decider, type DomainEvent, type RaceEvent } from './decider.js';
import type { DirectorAction } from './rules.js';

/** SOS of cars, and what race control does about them. */
export type SosCommand =
  | ({ readonly type: 'acknowledgeSos'; readonly alertId: number } & DirectorAction)
  | ({ readonly type: 'clearSos'; readonly alertId: number } & DirectorAction)
  /** Signals of the cars follow. They cannot be refused: one that does not apply produces no event. */
  | {
      readonly type: 'raiseSos';
      readonly eventId: number;
      readonly alertId: number;
      readonly invitationId: number;
      readonly raisedAt: number;
      readonly receivedAt: number;
      readonly speedBeforeKph: number | null;
    }
  | {
      readonly type: 'clearSosOfCar';
      readonly eventId: number;
      readonly invitationId: number;
      readonly clearedAt: number;
      readonly receivedAt: number;
    };

export type SosEvent =
  /** `speedBeforeKph`: the fastest in the 15 to 30 s before; null if it is unknown. */
  | RaceEvent<
      'SosRaised',
      {
        eventId: number;
        alertId: number;
        invitationId: number;
        raisedAt: number;
        receivedAt: number;
        speedBeforeKph: number | null;
      }
    >
  | DomainEvent<
      'SosAcknowledged',
      { eventId: number; alertId: number; invitationId: number; by: number; acknowledgedAt: number }
    >
  /**
   * `by` null: cleared by the car. `receivedAt` orders it among the car's inputs; for a director it equals `clearedAt`.
   */
  | DomainEvent<
      'SosCleared',
      {
        eventId: number;
        alertId: number;
        invitationId: number;
        by: number | null;
        clearedAt: number;
        receivedAt: number;
      }
    >;

/** Version 1 had no speed. */
export const sosRaisedOfVersion1 = (data: unknown): unknown => ({
  ...(data as object),
  speedBeforeKph: null,
});

export interface Alert {
  readonly alertId: number;
  readonly invitationId: number;
  readonly receivedAt: number;
  readonly open: boolean;
  readonly acknowledged: boolean;
}

export interface SosState {
  /** Oldest first: all that are open or that nobody has acknowledged, and the newest `REMEMBERED` of the others. */
  readonly alerts: readonly Alert[];
  /** By car, `receivedAt` of its newest SOS or own clearing: older facts are duplicates. */
  readonly sosSeen: Readonly<Record<number, number>>;
}

const REMEMBERED = 500;

type Command<Type extends SosCommand['type']> = Extract<SosCommand, { type: Type }>;

/** A clearing is never earlier than what it clears, even if the clock was set back in between. */
export const sosCleared = (
  eventId: number,
  alert: Alert,
  by: number | null,
  clearedAt: number,
  receivedAt: number,
) => {
  const { alertId, invitationId } = alert;
  const data = {
    eventId,
    alertId,
    invitationId,
    by,
    clearedAt,
    receivedAt: Math.max(receivedAt, alert.receivedAt),
  };
  return { type: 'SosCleared', data } as const;
};

/** All that are open. */
export const openAlerts = ({ alerts }: SosState): readonly Alert[] => alerts.filter(({ open }) => open);

const alertOf = (state: SosState, alertId: number): Alert =>
  state.alerts.find((alert) => alert.alertId === alertId) ?? refuse('sos.missing', 'missing');

/** The alert and older ones of its car, which race control sees as one. */
const upTo = ({ alerts }: SosState, { alertId, invitationId }: Alert): readonly Alert[] =>
  alerts
    .slice(0, alerts.findIndex((alert) => alert.alertId === alertId) + 1)
    .filter((alert) => alert.invitationId === invitationId);

/** Of those that nobody has acknowledged. */
const acknowledgements = (
  eventId: number,
  alerts: readonly Alert[],
  by: number,
  acknowledgedAt: number,
): readonly SosEvent[] =>
  alerts
    .filter(({ acknowledged }) => !acknowledged)
    .map(({ alertId, invitationId }) => ({
      type: 'SosAcknowledged',
      data: { eventId, alertId, invitationId, by, acknowledgedAt },
    }));

const openAlertOf = (state: SosState, invitationId: number): Alert | undefined =>
  state.alerts.find((alert) => alert.open && alert.invitationId === invitationId);

/** Raised once until cleared. A repeated fact, however late, is not newer than the recorded one. */
const raiseSos = (command: Command<'raiseSos'>, state: SosState): readonly SosEvent[] => {
  const { eventId, alertId, invitationId, raisedAt, receivedAt, speedBeforeKph } = command;
  const isSeen = receivedAt <= (state.sosSeen[invitationId] ?? -Infinity);
  if (isSeen || openAlertOf(state, invitationId) !== undefined) return [];
  const data = { eventId, alertId, invitationId, raisedAt, receivedAt, speedBeforeKph };
  return [{ type: 'SosRaised', data, occurredAt: raisedAt }];
};

const clearSosOfCar = (
  { eventId, invitationId, clearedAt, receivedAt }: Command<'clearSosOfCar'>,
  state: SosState,
): readonly SosEvent[] => {
  const alert = openAlertOf(state, invitationId);
  if (alert === undefined || receivedAt < alert.receivedAt) return [];
  return [sosCleared(eventId, alert, null, clearedAt, receivedAt)];
};

const decide = (command: SosCommand, state: SosState): readonly SosEvent[] => {
  switch (command.type) {
    case 'acknowledgeSos': {
      const { eventId, by, now } = command;
      return acknowledgements(eventId, upTo(state, alertOf(state, command.alertId)), by, now);
    }
    case 'clearSos': {
      const { eventId, by, now } = command;
      const alert = alertOf(state, command.alertId);
      if (!alert.open) return [];
      const older = upTo(state, alert).filter(({ open }) => !open);
      return [sosCleared(eventId, alert, by, now, now), ...acknowledgements(eventId, older, by, now)];
    }
    case 'raiseSos':
      return raiseSos(command, state);
    case 'clearSosOfCar':
      return clearSosOfCar(command, state);
    default:
      return unreachable(command);
  }
};

const changed = (alerts: readonly Alert[], alertId: number, change: Partial<Alert>): readonly Alert[] =>
  alerts.map((alert) => (alert.alertId === alertId ? { ...alert, ...change } : alert));

const remembered = (alerts: readonly Alert[]): readonly Alert[] =>
  alerts.filter(
    ({ open, acknowledged }, index) => open || !acknowledged || index >= alerts.length - REMEMBERED,
  );

const evolve = (state: SosState, event: SosEvent): SosState => {
  switch (event.type) {
    case 'SosRaised': {
      const { alertId, invitationId, receivedAt } = event.data;
      const alert = { alertId, invitationId, receivedAt, open: true, acknowledged: false };
      return {
        ...state,
        alerts: remembered([...state.alerts, alert]),
        sosSeen: { ...state.sosSeen, [invitationId]: receivedAt },
      };
    }
    case 'SosAcknowledged':
      return { ...state, alerts: changed(state.alerts, event.data.alertId, { acknowledged: true }) };
    case 'SosCleared': {
      const { alertId, invitationId, by, receivedAt } = event.data;
      // A person's clearing is their acknowledgement; the car's own leaves it to be acknowledged.
      const change = by === null ? { open: false } : { open: false, acknowledged: true };
      const closed = { ...state, alerts: changed(state.alerts, alertId, change) };
      // A press before the car's own clearing has been handled; a director may clear without knowing of it.
      return by === null ? { ...closed, sosSeen: { ...state.sosSeen, [invitationId]: receivedAt } } : closed;
    }
    default:
      return unreachable(event);
  }
};

/** A part of `raceControlDecider`. */
export const sosDecider: Decider<SosCommand, SosEvent, SosState> = {
  initialState: { alerts: [], sosSeen: {} },
  decide,
  evolve,
};
