import { POSITION_PARTITIONS, TOPICS, type PositionInput, type RaceSetup } from '@flagpost/contracts';
import { projections, upcast } from '@flagpost/api/race';
import type { FlagpostEvent, Lap } from '@flagpost/domain';
import type { Recorded } from '@flagpost/event-sourcing';
import { partitionOf } from '@flagpost/messaging';
import { rebuild, type ReadModels } from '@flagpost/read-models';
import { memoryReadModels } from '@flagpost/read-models/memory';
import { INGEST_GROUP } from '@flagpost/telemetry-ingest';
import { decodeBlock, minuteOf } from '@flagpost/telemetry';
import { judge, lapsOf } from '@flagpost/telemetry/oracle';
import { EVENT, FINISH, keyOf, STARTS_AT } from './course.js';
import type { Control } from './control.js';
import type { Installation } from './installation.js';
import type { Line, Phone } from './phones.js';

type Events = readonly Recorded<FlagpostEvent>[];
type Of<Type extends FlagpostEvent['type']> = Recorded<Extract<FlagpostEvent, { type: Type }>>;

const of = <Type extends FlagpostEvent['type']>(events: Events, type: Type): Of<Type>[] =>
  events.filter((event): event is Of<Type> => event.type === type);

/** What the topic holds of a car, in order. */
const inputsOf = ({ broker }: Installation, car: number): PositionInput[] => {
  const key = keyOf(car);
  const kept = broker.topic(TOPICS.positions).partitions[partitionOf(key, POSITION_PARTITIONS)] ?? [];
  return kept
    .filter((message) => message.key === key)
    .map(({ value }) => JSON.parse(value ?? 'null') as PositionInput);
};

const isLine = (line: Line, { t, signal }: PositionInput): boolean =>
  line.signal === undefined
    ? t === line.t
    : signal?.type === line.signal.type && signal.t === line.signal.t && signal.flagId === line.signal.flagId;

/** Everything that a door answered 200 to is in the topic. */
export const lostInputs = (installation: Installation, { car, acknowledged }: Phone): string[] => {
  const inputs = inputsOf(installation, car);
  return acknowledged
    .filter((line) => !inputs.some((input) => isLine(line, input)))
    .map((line) => `car ${car}: acknowledged and not stored: ${JSON.stringify(line)}`);
};

/** Every fix of a car that the engine took, or that came late, is in the history. */
export const lostHistory = async (
  installation: Installation,
  car: number,
  now: number,
): Promise<string[]> => {
  const inputs = inputsOf(installation, car);
  const { verdicts } = judge(inputs);
  const due = inputs.filter((_, index) => ['accepted', 'late'].includes(verdicts[index] ?? ''));
  const blocks = await installation.stored.history.read(EVENT, minuteOf(STARTS_AT), minuteOf(now), 1_000);
  const kept = new Set(
    blocks
      .filter(({ invitationId }) => invitationId === car)
      .flatMap(({ minute, bytes }) => decodeBlock(minute, bytes).map(({ t }) => t)),
  );
  const lost = due.filter(({ t = NaN }) => !kept.has(t));
  return lost.length === 0
    ? []
    : [
        `car ${car}: ${lost.length} fixes of ${due.length} are not in the history, the first of ${(lost[0]?.t ?? 0) - STARTS_AT}`,
      ];
};

/** What the oracle reads of it. */
const setupOf = (events: Events): RaceSetup => {
  const [created] = of(events, 'EventCreated');
  const { startsAt = NaN, finishesAt = NaN, finishRadiusM = NaN } = created?.data ?? {};
  const resets = of(events, 'LapsReset').map(({ data: { epoch, beganAt } }) => ({ epoch, beganAt }));
  return {
    eventId: EVENT,
    published: true,
    startsAt,
    finishesAt,
    start: null,
    finish: FINISH,
    radiusM: finishRadiusM,
    lapEpochs: [{ epoch: 0, beganAt: startsAt }, ...resets],
    cars: [],
  };
};

const near = (a: number | null, b: number | null, ms: number): boolean =>
  a === null || b === null ? a === b : Math.abs(a - b) <= ms;

/** Inputs that neither the group has committed nor a saved state contains. */
export const waitingInputs = async ({ broker, stored }: Installation): Promise<number> => {
  const group = broker.group(TOPICS.positions, INGEST_GROUP);
  const waiting = broker.topic(TOPICS.positions).heads.map(async (head, partition) => {
    const saved = (await stored.ingestStates.load(partition))?.nextOffset ?? 0;
    return Math.max(0, head - Math.max(saved, group.committed(partition) ?? 0));
  });
  return (await Promise.all(waiting)).reduce((sum, messages) => sum + messages, 0);
};

/** Laps of a car as the views have them, against the oracle's of everything that the topic holds. */
export const wrongLaps = async (
  installation: Installation,
  readModels: ReadModels,
  events: Events,
  car: number,
  now: number,
): Promise<string[]> => {
  const due = lapsOf(setupOf(events), inputsOf(installation, car), now);
  const found = await readModels
    .view<Lap>('laps')
    .find({ invitationId: car }, { sort: { lapEpoch: 1, lap: 1 } });
  const text = (
    laps: readonly { lapEpoch: number; lap: number; lapTimeMs: number | null; crossedAt: number }[],
  ) =>
    laps
      .map(
        ({ lapEpoch, lap, lapTimeMs, crossedAt }) =>
          `${lapEpoch}/${lap} ${lapTimeMs} at ${crossedAt - STARTS_AT}`,
      )
      .join(', ');
  const same =
    due.length === found.length &&
    due.every((lap, i) => {
      const other = found[i];
      return (
        other?.lapEpoch === lap.lapEpoch &&
        other.lap === lap.lap &&
        other.receivedAt === lap.receivedAt &&
        near(other.crossedAt, lap.crossedAt, 1) &&
        near(other.lapTimeMs, lap.lapTimeMs, 2)
      );
    });
  return same ? [] : [`car ${car}: laps are [${text(found)}], the oracle's [${text(due)}]`];
};

/** A lap is recorded once. */
export const repeatedLaps = (events: Events): string[] => {
  const laps = of(events, 'LapRecorded').map(
    ({ data }) => `lap ${data.lapEpoch}/${data.lap} of car ${data.invitationId}`,
  );
  return laps.filter((lap, index) => laps.indexOf(lap) !== index).map((lap) => `recorded twice: ${lap}`);
};

/** Alerts of a car: raised once until cleared, none lost, none out of nothing. */
export const wrongAlerts = (installation: Installation, events: Events, car: number): string[] => {
  const complaints: string[] = [];
  const inputs = inputsOf(installation, car);
  const pressedAt = inputs.filter(({ signal }) => signal?.type === 'sos').map(({ receivedAt }) => receivedAt);
  const releasedAt = inputs
    .filter(({ signal }) => signal?.type === 'sosCleared')
    .map(({ receivedAt }) => receivedAt);
  const alerts = of(events, 'SosRaised')
    .filter(({ data }) => data.invitationId === car)
    .map(({ data: { alertId, receivedAt }, position }) => ({
      alertId,
      from: receivedAt,
      position,
      ends: of(events, 'SosCleared').filter(({ data }) => data.alertId === alertId),
    }));
  for (const [index, { alertId, from, ends }] of alerts.entries()) {
    if (ends.length > 1) complaints.push(`car ${car}: alert ${alertId} was cleared twice`);
    const end = ends[0];
    const next = alerts[index + 1];
    if (next !== undefined && (end === undefined || end.position > next.position))
      complaints.push(`car ${car}: alert ${next.alertId} was raised while ${alertId} was open`);
    // Presses that seem to be received together count 1 ms apart.
    if (!pressedAt.some((at) => from >= at && from < at + 50))
      complaints.push(`car ${car}: alert ${alertId} was raised without a press`);
    if (end !== undefined && end.data.by === null && releasedAt.length === 0)
      complaints.push(`car ${car}: alert ${alertId} was cleared by nobody`);
    if (end === undefined && releasedAt.some((at) => at > from))
      complaints.push(`car ${car}: alert ${alertId} is open though the car cleared it`);
  }
  const covers = (at: number): boolean =>
    alerts.some(({ from, ends }) => from <= at + 50 && ends.every(({ data }) => data.receivedAt >= at));
  for (const at of pressedAt)
    if (!covers(at)) complaints.push(`car ${car}: the press at ${at - STARTS_AT} raised nothing`);
  return complaints;
};

/** Every order that was accepted was carried out once, with the same answer every time; nothing else was. */
export const wrongOrders = (events: Events, { answered }: Control): string[] => {
  const complaints: string[] = [];
  const sent = of(events, 'FlagSent');
  const accepted = answered.filter(({ answers }) => answers[0]?.accepted);
  for (const { key, answers } of answered) {
    const [first, ...more] = answers.map((answer) => JSON.stringify(answer));
    if (more.some((answer) => answer !== first))
      complaints.push(`${key} was answered ${[first, ...more].join(' and ')}`);
  }
  const flags = accepted.flatMap(({ key, order, answers: [first] }) =>
    order.type === 'flag' && first?.accepted
      ? [{ key, order, id: (first.answer as { FlagId: number }).FlagId }]
      : [],
  );
  for (const { key, order, id } of flags) {
    const found = sent.filter(({ data }) => data.flagId === id);
    if (found.length !== 1) complaints.push(`${key}: flag ${id} was sent ${found.length} times`);
    const data = found[0]?.data;
    if (data?.code !== order.code || JSON.stringify(data.receivers) !== JSON.stringify(order.receivers))
      complaints.push(`${key}: another flag was sent than ordered`);
  }
  if (sent.length !== flags.length)
    complaints.push(`${sent.length} flags were sent, ${flags.length} ordered`);
  const resets = accepted.filter(({ order }) => order.type === 'resetLaps').length;
  if (of(events, 'LapsReset').length !== resets)
    complaints.push(`laps were reset ${of(events, 'LapsReset').length} times, ordered ${resets} times`);
  return complaints;
};

/** Each flag that a car confirmed is confirmed once. */
export const wrongConfirmations = (events: Events, phones: readonly Phone[]): string[] => {
  const found = of(events, 'FlagConfirmed').map(
    ({ data }) => `flag ${data.flagId} by car ${data.invitationId}`,
  );
  const due = phones.flatMap(({ car, acknowledged }) =>
    acknowledged.flatMap(({ signal }) =>
      signal?.type === 'flagConfirmed' ? [`flag ${signal.flagId} by car ${car}`] : [],
    ),
  );
  return [
    ...due.filter((one) => !found.includes(one)).map((one) => `not recorded: ${one}`),
    ...found.filter((one) => !due.includes(one)).map((one) => `recorded and not confirmed: ${one}`),
    ...found.filter((one, index) => found.indexOf(one) !== index).map((one) => `recorded twice: ${one}`),
  ];
};

/** Views of which a rebuild makes something else. */
export const wrongViews = async ({ log }: Installation, readModels: ReadModels): Promise<string[]> => {
  const rebuilt = await rebuild({ store: log, readModels: memoryReadModels(), projections, upcast });
  const complaints: string[] = [];
  for (const [view, { sha256 }] of Object.entries(rebuilt)) {
    if ((await readModels.digest(view)).sha256 !== sha256)
      complaints.push(`view ${view} is not what a rebuild makes`);
  }
  return complaints;
};

const SHOWN_DIFFERENCES = 5;

/** Where what a viewer sees that stayed differs from what one sees who came just now. */
export const differences = (stayed: string | null, fresh: string | null): string[] => {
  if (stayed === null || fresh === null) return ['a viewer sees nothing'];
  const lines = fresh.split('\n');
  return stayed
    .split('\n')
    .flatMap((line, index) =>
      line === lines[index]
        ? []
        : [`a viewer that stayed sees ${line.trim()}, a newcomer ${lines[index]?.trim() ?? 'nothing'}`],
    )
    .slice(0, SHOWN_DIFFERENCES);
};
