import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AsItWasWhat, RouteAsItWas } from '@flagpost/contracts';
import { invitationDecider, routeDecider, type InvitationState, type RouteState } from '@flagpost/domain';
import type { EventStore } from '@flagpost/event-sourcing';
import { kilometres } from '@flagpost/track-geometry';
import { isoOf } from '../http/times.js';
import { asFold, foldStream, mapped } from './fold-stream.js';
import { meetingFold, upTo, type Meeting } from './meeting.js';

/** What is folded of the log, from its first event to an instant. Plain data, as its answer is: a thread may fold. */
export interface PastQuestion {
  readonly eventId: number;
  readonly what: AsItWasWhat;
  /** Epoch ms. */
  readonly instant: number;
  /** For `competitors`: whose streams are folded. */
  readonly invitationIds: readonly number[];
}

export interface PastProgress {
  /** Streams folded, of how many. */
  readonly streams: number;
  readonly of: number;
  readonly events: number;
}

export interface CompetitorThen {
  readonly invitationId: number;
  readonly state: InvitationState;
}

/** Parts that were not asked for, or of an event that was not there then, are null. */
export interface Past {
  readonly meeting: Meeting;
  readonly competitors: readonly CompetitorThen[] | null;
  /** The JSON of a `RouteAsItWas`: its points would hold up the thread that receives them as objects. */
  readonly route: string | null;
}

/** If the caller stops, nothing more is folded. */
export type FoldPast = (question: PastQuestion) => AsyncGenerator<PastProgress, Past>;

/** Streams that are folded between two steps. */
const FOLDED = 5;

const routeAsItWas = (state: RouteState): RouteAsItWas => ({
  Name: state.trackName,
  Kilometres: kilometres(state.tracks),
  Tracks: state.tracks.map((line) => [...line]),
  Start: state.start,
  Finish: state.finish,
  Boxes: state.boxes && [...state.boxes],
  GmtHours: state.gmtHours,
  Sectors: state.sectors.map(({ sectorId, number, kilometres: length, stretch }) => ({
    Id: sectorId,
    Number: number,
    Kilometres: length,
    HasStretch: stretch !== null,
  })),
  Stages: state.stages.map(({ number, name, kilometres: length, startsAt, line }) => ({
    Number: number,
    Name: name,
    Kilometres: length,
    StartsAt: isoOf(startsAt),
    Line: line && [...line],
  })),
  Pois: state.pois.map(({ poiId, description, icon, lat, lng }) => ({
    Id: poiId,
    Description: description,
    Icon: icon,
    Position: { lat, lng },
  })),
});

/** Folds in the calling thread. */
export const foldPastOf = (store: EventStore): FoldPast =>
  async function* ({ eventId, what, instant, invitationIds }) {
    const reads = { store };
    const until = upTo(instant);
    const streams = { event: 1, route: 2, competitors: 1 + invitationIds.length };
    const step = (done: number, events: number): PastProgress => ({
      streams: done,
      of: streams[what],
      events,
    });

    const { state: meeting, events: before } = yield* mapped(
      foldStream(reads, `event-${eventId}`, meetingFold, until),
      (events) => step(0, events),
    );
    const alone: Past = { meeting, competitors: null, route: null };
    if (meeting.details === null) return alone;
    yield step(1, before);

    if (what === 'event') return alone;
    if (what === 'route') {
      const folding = foldStream(reads, `route-${eventId}`, asFold(routeDecider), until);
      const { state } = yield* mapped(folding, (events) => step(1, before + events));
      return { ...alone, route: JSON.stringify(routeAsItWas(state)) };
    }
    const competitors: CompetitorThen[] = [];
    let folded = before;
    for (const [index, invitationId] of invitationIds.entries()) {
      const already = folded;
      const folding = foldStream(reads, `invitation-${invitationId}`, asFold(invitationDecider), until);
      const { state, events } = yield* mapped(folding, (more) => step(1 + index, already + more));
      folded += events;
      if (state.status === 'standing' && state.eventId === eventId) competitors.push({ invitationId, state });
      if (index % FOLDED === FOLDED - 1) yield step(2 + index, folded);
      await nextTurn();
    }
    return { ...alone, competitors };
  };
