import {
  FLAG_CODES,
  flagOf,
  flagsByCar,
  isFlagCode,
  type PastBoard,
  type PastStory,
  type Truth,
} from '@flagpost/contracts';
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
  /** Of lines above and below it: a flag may have the colour of the ground. */
  readonly edge?: string;
  /** Half of its lane; all of it if left out. */
  readonly half?: 'upper' | 'lower';
}

/** The stretches in which a flag is in force, by the boards. */
const flagStretches = (
  boards: readonly PastBoard[],
  to: number,
  codeOf: (board: PastBoard) => number | null,
  place: Pick<Stretch, 'half'> = {},
): Stretch[] =>
  boards.flatMap((board, i) => {
    const code = codeOf(board);
    const ground = code !== null && isFlagCode(code) ? flagOf(code).ground : null;
    return ground === null
      ? []
      : [
          {
            from: board.at,
            to: boards[i + 1]?.at ?? to,
            colour: `--race-${ground}`,
            edge: '--text-muted',
            ...place,
          },
        ];
  });

/** The most urgent of the flags of sectors. */
const ofSectors = ({ sectorFlags }: PastBoard): number | null =>
  FLAG_CODES.find((code) => sectorFlags.some(({ StateId }) => StateId === code)) ?? null;

/**
 * The track's flag for a car, or for every car that no other flag names; over the lower half of it those of sectors, and over them the
 * driver's own.
 */
const flagBand = ({ boards }: PastStory, { to }: Limits, car: number | null): Stretch[] => {
  const flagsOf = ({ cars }: PastBoard) => flagsByCar(cars)(car ?? NaN);
  return [
    ...flagStretches(boards, to, (board) => flagsOf(board).track),
    ...flagStretches(boards, to, ofSectors, { half: 'lower' }),
    ...flagStretches(boards, to, (board) => flagsOf(board).driver, { half: 'lower' }),
  ];
};

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
    flagBand(story, limits, car),
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
