import { POSITION_PARTITIONS, TOPICS, type PositionInput } from '@flagpost/contracts';
import { partitionOf } from '@flagpost/messaging';
import { minuteOf } from '@flagpost/telemetry';
import { createHistoryCodec } from '@flagpost/telemetry/journal';
import { judge } from '@flagpost/telemetry/oracle';
import { INGEST_GROUP } from '@flagpost/telemetry-ingest';
import { EVENT, keyOf, STARTS_AT } from '../course.js';
import type { Installation } from '../installation.js';
import type { Line, Phone } from '../phones.js';

/** The inputs of a car in the topic, in order. */
export const inputsOf = ({ broker }: Installation, car: number): PositionInput[] => {
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

/** Everything that a door acknowledged with 200 is in the topic. */
export const lostInputs = (installation: Installation, { car, acknowledged }: Phone): string[] => {
  const inputs = inputsOf(installation, car);
  return acknowledged
    .filter((line) => !inputs.some((input) => isLine(line, input)))
    .map((line) => `car ${car}: acknowledged and not stored: ${JSON.stringify(line)}`);
};

/** Every fix of a car that the engine accepted, or that was late, is in the history. */
export const lostHistory = async (
  installation: Installation,
  car: number,
  now: number,
): Promise<string[]> => {
  const inputs = inputsOf(installation, car);
  const { verdicts } = judge(inputs);
  const due = inputs.filter((_, index) => ['accepted', 'late'].includes(verdicts[index] ?? ''));
  const blocks = await installation.stored.history.read(EVENT, minuteOf(STARTS_AT), minuteOf(now), 1_000);
  const codec = createHistoryCodec();
  const kept = new Set(
    blocks
      .filter(({ invitationId }) => invitationId === car)
      .flatMap(({ minute, bytes }) => codec.decode(minute, bytes).map(({ t }) => t)),
  );
  const lost = due.filter(({ t = NaN }) => !kept.has(t));
  return lost.length === 0
    ? []
    : [
        `car ${car}: ${lost.length} fixes of ${due.length} are not in the history, the first of ${(lost[0]?.t ?? 0) - STARTS_AT}`,
      ];
};

/** Inputs that neither the group has committed nor a saved state contains. */
export const waitingInputs = async ({ broker, stored }: Installation): Promise<number> => {
  const group = broker.group(TOPICS.positions, INGEST_GROUP);
  const waiting = broker.topic(TOPICS.positions).heads.map(async (head, partition) => {
    const saved = (await stored.ingestStates.load(partition))?.nextOffset ?? 0;
    return Math.max(0, head - Math.max(saved, group.committed(partition) ?? 0));
  });
  return (await Promise.all(waiting)).reduce((sum, messages) => sum + messages, 0);
};
