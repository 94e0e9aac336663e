import type { Signal } from '@flagpost/contracts';
import type { Control } from '../control.js';
import type { Phone } from '../phones.js';
import { of, repeated, type Events } from './events.js';

/**
 * Every accepted order was carried out once, with the same answer every time; nothing else was. Orders of a flag that are
 * one order have one answer.
 */
export const wrongOrders = (events: Events, { answered, withdrawn }: Control): string[] => {
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
  const passed = withdrawn.filter(({ outcomes }) => outcomes[0] === 'carriedOut');
  for (const { key, answers, outcomes } of withdrawn) {
    const times = sent.filter(({ data }) => data.message === key).length;
    const isSent = outcomes[0] === 'carriedOut';
    const said = new Set(outcomes);
    if (said.size !== 1 || said.has('pending'))
      complaints.push(`the withdrawal of ${key} was answered ${outcomes.join(' and ')}`);
    if (times !== (isSent ? 1 : 0)) complaints.push(`${key} was ${outcomes[0]}, and sent ${times} times`);
    if (answers.some(({ accepted }) => accepted !== isSent))
      complaints.push(`${key} was ${outcomes[0]}, and answered ${JSON.stringify(answers)}`);
  }
  const ordered = new Set(flags.map(({ id }) => id)).size;
  if (sent.length !== ordered + passed.length)
    complaints.push(`${sent.length} flags were sent, ${ordered} ordered, ${passed.length} not withdrawn`);
  const timers = accepted.filter(({ order }) => order.type === 'createTimer').length;
  if (of(events, 'TimerCreated').length !== timers)
    complaints.push(`${of(events, 'TimerCreated').length} timers were created, ${timers} ordered`);
  const resets = accepted.filter(({ order }) => order.type === 'resetLaps').length;
  if (of(events, 'LapsReset').length !== resets)
    complaints.push(`laps were reset ${of(events, 'LapsReset').length} times, ordered ${resets} times`);
  const starts = accepted.filter(({ order }) => order.type === 'placeStart').length;
  if (of(events, 'StartPlaced').length > starts)
    complaints.push('the start was placed more often than ordered');
  const clearings = accepted.filter(({ order }) => order.type === 'clearFlags').length;
  if (of(events, 'FlagsCleared').length > clearings)
    complaints.push('flags were cleared more often than ordered');
  const takenBack = of(events, 'FlagWithdrawn').flatMap(({ data: { flag } }) => flag ?? []);
  const withdrawals = accepted.filter(({ order }) => order.type === 'withdrawFlag').length;
  if (takenBack.length > withdrawals) complaints.push('flags were withdrawn more often than ordered');
  const fromAll = takenBack.filter(({ receivers }) => receivers.length === 0);
  complaints.push(...repeated(fromAll.map(({ flagId }) => `withdrawn from all twice: flag ${flagId}`)));
  const acknowledged = of(events, 'SosAcknowledged').map(({ data }) => `alert ${data.alertId}`);
  complaints.push(...repeated(acknowledged).map((alert) => `acknowledged twice: ${alert}`));
  return complaints;
};

/** What phones said, each thing once, against what was recorded. */
const compared = (found: readonly string[], said: readonly string[]): string[] => [
  ...said.filter((one) => !found.includes(one)).map((one) => `not recorded: ${one}`),
  ...found.filter((one) => !said.includes(one)).map((one) => `recorded and not said: ${one}`),
  ...repeated(found).map((one) => `recorded twice: ${one}`),
];

/** Each flag that a car showed or confirmed is recorded once as shown or confirmed, and each report once. */
export const wrongAnswers = (events: Events, phones: readonly Phone[]): string[] => {
  const said = phones.flatMap(({ car, acknowledged }) =>
    acknowledged.flatMap(({ signal }) => (signal === undefined ? [] : [{ car, ...signal }])),
  );
  const flags = (type: 'FlagShown' | 'FlagConfirmed', signal: Signal['type']): string[] =>
    compared(
      of(events, type).map(({ data }) => `${signal} ${data.flagId} by car ${data.invitationId}`),
      said.flatMap((one) => (one.type === signal ? [`${signal} ${one.flagId} by car ${one.car}`] : [])),
    );
  const reports = (type: 'OkReported' | 'HazardReported', signal: Signal['type']): string[] =>
    compared(
      of(events, type).map(({ data }) => `${signal} at ${data.reportedAt} by car ${data.invitationId}`),
      said.flatMap((one) => (one.type === signal ? [`${signal} at ${one.t} by car ${one.car}`] : [])),
    );
  return [
    ...flags('FlagShown', 'flagShown'),
    ...flags('FlagConfirmed', 'flagConfirmed'),
    ...reports('OkReported', 'ok'),
    ...reports('HazardReported', 'hazard'),
  ];
};
