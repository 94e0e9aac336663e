import { ALARMS, type RouteChangeRow, type TakenOffCar } from '@flagpost/contracts';
import type { Hazard, LiftedRed, OverdueFlag } from './messages.js';

/**
 * Alarms have three levels: an alarm (SOS, in `alerts`), a caution, which is a card and one short tone, and a notice,
 * which is a silent line of the feed. This holds the last two, judged by the times of arriving messages alone.
 */
export interface CautionsState {
  /** Cars stopped outside the boxes, in the order in which they stopped. */
  standing: Standing[];
  /** Half the field fell silent at once; null while it did not. */
  silence: Silence | null;
  /** Cars that fell silent of late, one by one. */
  fallenSilent: { invitationId: number; at: number }[];
  /** Red and black flags that waited too long, and ids of those of them whose card was dismissed. */
  overdue: OverdueFlag[];
  dismissedOverdue: number[];
  /** Hazards whose card is shown, the newest of each car, oldest first. */
  hazards: Hazard[];
  /** When each car reported its newest hazard, epoch ms. */
  hazardAt: Record<number, number>;
  /** Drivers of stopped cars who were asked and have not answered in time, oldest first. */
  unanswered: Unanswered[];
  /** When each driver said OK last, epoch ms. */
  saidOkAt: Record<number, number>;
  /** Since when each car stands, as its device tells, epoch ms; null once it drove on. A page that was opened later sees it later. */
  stoppedAt: Record<number, number | null>;
  /** How others lifted red since it was in force last, oldest first. */
  liftedReds: (Omit<LiftedRed, 'by'> & { id: LiftedId; by: string })[];
  /** Cars that an organiser took off while they raced, oldest first. */
  takenOff: TakenOff[];
  /** When each car was taken off last, as far as this screen knows, epoch ms. */
  takenOffAt: Record<number, number>;
  /** Savings of the map that the race noticed, oldest first, and the revisions of those whose card is shown. */
  routeChanges: RouteChangeRow[];
  shownRouteChanges: number[];
  /** Whether a snapshot of this race has arrived. What the first one contains is no news. */
  isJoined: boolean;
  isLinkLost: boolean;
  /** When cautions of a kind were raised within the last minute. */
  raisedAt: Record<CautionKind, number[]>;
  /** Grows by every caution that is to be heard. */
  tones: number;
  /** Oldest first. */
  notices: Notice[];
}

export type CautionKind =
  | 'unanswered'
  | 'red'
  | 'black'
  | 'hazard'
  | 'lifted'
  | 'stopped'
  | 'silence'
  | 'takenOff'
  | 'route'
  | 'link';

interface TakenOff {
  id: TakenOffId;
  since: number;
  cars: TakenOffCar[];
  by: string;
}

/** Times in epoch ms. */
export interface Unanswered {
  invitationId: number;
  stoppedAt: number;
  askedAt: number;
  missedAt: number;
  isDismissed: boolean;
}

export interface Standing {
  invitationId: number;
  since: number;
  /** It is on the card of many, and stays there. */
  isFolded: boolean;
  isDismissed: boolean;
}

interface Silence {
  since: number;
  /** Cars that are silent still. */
  cars: number[];
  /** Number of cars that were heard until then. */
  of: number;
  isDismissed: boolean;
}

/** `at` is epoch ms. */
export type Notice =
  | { kind: 'stopped' | 'offline'; at: number; invitationId: number }
  | { kind: 'silence'; at: number; count: number; of: number };

/** A card keeps its id while its reason lasts. */
export type StoppedId = 'stopped' | `stopped-${number}`;
export type TakenOffId = `takenOff-${number}-${number}`;
export type RouteCardId = `route-${number}`;
export type LiftedId = `lifted-${number}`;
export type HazardId = 'hazard' | `hazard-${number}`;
export type UnansweredId = 'unanswered' | `unanswered-${number}`;
export type CardId =
  UnansweredId | 'red' | 'black' | HazardId | 'silence' | LiftedId | StoppedId | TakenOffId | RouteCardId;

/** All cars that are folded have one card. */
export const standingCardId = ({ invitationId, isFolded }: Standing): StoppedId =>
  isFolded ? 'stopped' : `stopped-${invitationId}`;

export const hazardCardId = ({ invitationId }: Pick<Hazard, 'invitationId'>): HazardId =>
  `hazard-${invitationId}`;

export const unansweredCardId = ({ invitationId }: Pick<Unanswered, 'invitationId'>): UnansweredId =>
  `unanswered-${invitationId}`;

export const routeCardId = (revision: number): RouteCardId => `route-${revision}`;

export const initialState = (): CautionsState => ({
  standing: [],
  silence: null,
  fallenSilent: [],
  overdue: [],
  dismissedOverdue: [],
  liftedReds: [],
  takenOff: [],
  takenOffAt: {},
  routeChanges: [],
  shownRouteChanges: [],
  isJoined: false,
  isLinkLost: false,
  hazards: [],
  hazardAt: {},
  unanswered: [],
  saidOkAt: {},
  stoppedAt: {},
  raisedAt: {
    unanswered: [],
    red: [],
    black: [],
    hazard: [],
    lifted: [],
    stopped: [],
    silence: [],
    takenOff: [],
    route: [],
    link: [],
  },
  tones: 0,
  notices: [],
});

/** Gives its tone to a caution, unless over ten of its kind came within a minute. True: these are over ten. */
export const raise = (state: CautionsState, kind: CautionKind, at: number, count = 1): boolean => {
  const before = state.raisedAt[kind].filter((raisedAt) => raisedAt > at - ALARMS.crowdWithinMs);
  if (before.length <= ALARMS.crowdOver) state.tones += 1;
  state.raisedAt[kind] = [...before, ...Array<number>(count).fill(at)];
  return before.length + count > ALARMS.crowdOver;
};
