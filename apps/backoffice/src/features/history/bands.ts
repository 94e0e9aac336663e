import { flagOf, isFlagCode, type PastStory, type Truth } from '@flagpost/contracts';
import { createAlertTimes } from '@flagpost/telemetry';

/** First and last instant that are shown, epoch ms. */
export interface Limits {
  readonly from: number;
  readonly to: number;
}

/** One stretch of a band, epoch ms. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
  /** A custom property of the theme. */
  readonly colour: string;
  /** Half of its lane; all of it if left out. */
  readonly half?: 'upper' | 'lower';
}

/** The flag in force for every car that no other flag names. */
const flagStretches = (story: PastStory, { to }: Limits): Stretch[] =>
  story.boards.flatMap(({ at, cars: [others] }, i) => {
    const code = others?.TrackFlag ?? null;
    const ground = code !== null && isFlagCode(code) ? flagOf(code).ground : null;
    return ground === null
      ? []
      : [{ from: at, to: story.boards[i + 1]?.at ?? to, colour: `--race-${ground}` }];
  });

/** What is drawn of a race, by a truth: flags, SOS, stops, silences and connected screens. Of one car or, without one, of all. */
export const bandsOf = (
  story: PastStory,
  truth: Truth,
  limits: Limits,
  car: number | null,
): readonly (readonly Stretch[])[] => {
  const isShown = (id: number): boolean => car === null || id === car;
  const timesOfAlert = createAlertTimes(story, truth);
  const periods = (all: PastStory['stops'], colour: string): Stretch[] =>
    all[truth].filter(([id]) => isShown(id)).map(([, from, to]) => ({ from, to: to ?? limits.to, colour }));
  return [
    flagStretches(story, limits),
    story.alerts
      .filter(({ InvitationId }) => isShown(InvitationId))
      .map(timesOfAlert)
      .map(({ raisedAt, clearedAt }) => ({
        from: raisedAt,
        to: Math.min(clearedAt, limits.to),
        colour: '--mark-red',
      })),
    periods(story.stops, '--text-muted'),
    periods(story.silences, '--race-offline'),
    story.screens.map(({ Directs, From, To }) => ({
      from: From,
      to: To,
      colour: Directs ? '--accent' : '--text-muted',
      half: Directs ? 'upper' : 'lower',
    })),
  ];
};
