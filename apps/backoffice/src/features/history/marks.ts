import type { PastStory, Truth } from '@flagpost/contracts';
import { createAlertTimes, type ControlReader } from '@flagpost/telemetry';

/** What a timeline leads to. */
export const MARK_KINDS = ['flag', 'sos', 'lap', 'stop', 'gap'] as const;
export type MarkKind = (typeof MARK_KINDS)[number];

/** Instants by kind, in order: of all cars, or of one. */
export type Marks = Readonly<Record<MarkKind, readonly number[]>>;

const ordered = (instants: readonly number[]): number[] => [...new Set(instants)].sort((a, b) => a - b);

export const marksOf = (
  story: PastStory,
  control: ControlReader,
  truth: Truth,
  invitationId: number | null,
): Marks => {
  const isOf = (id: number): boolean => invitationId === null || id === invitationId;
  const timesOfAlert = createAlertTimes(story, truth);
  const flags = story.flags.filter(
    ({ InvitationsSelected }) => InvitationsSelected.length === 0 || InvitationsSelected.some(isOf),
  );
  return {
    flag: ordered([
      ...flags.map(({ SentAt }) => Date.parse(SentAt)),
      ...flags.flatMap(({ ClearedAt }) => (ClearedAt === null ? [] : [Date.parse(ClearedAt)])),
    ]),
    sos: ordered(
      story.alerts
        .filter(({ InvitationId }) => isOf(InvitationId))
        .map((alert) => timesOfAlert(alert).raisedAt),
    ),
    lap: ordered(control.lapTimes.filter((_, i) => isOf(control.laps[i]?.[0] ?? 0))),
    stop: ordered(story.stops[truth].filter(([id]) => isOf(id)).map(([, from]) => from)),
    gap: ordered(story.silences[truth].filter(([id]) => isOf(id)).map(([, from]) => from)),
  };
};

/** The first one after an instant, or the last one before it; undefined if there is none. */
export const nextMark = (
  instants: readonly number[],
  instant: number,
  isForward: boolean,
): number | undefined =>
  isForward ? instants.find((each) => each > instant) : instants.findLast((each) => each < instant);
