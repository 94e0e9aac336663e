import { useEffect, useMemo, useState } from 'react';
import type { PastStory, Truth } from '@flagpost/contracts';
import { useRaceStore } from '../race-control/state/race-store.js';
import { bytesOf, historyApi } from './api.js';
import type { Limits } from './bands.js';
import { createPlayer, type Player } from './player.js';
import { openReplay, type Replay } from './replay.js';
import { createSpanStore, type SpanStore } from './span-store.js';

export interface OpenReplay {
  readonly replay: Replay;
  readonly player: Player;
  readonly spans: SpanStore;
}

/** First and last instant of a race, epoch ms: of its positions and of what race control did. */
export const limitsOf = (story: PastStory, startsAt: number): Limits => {
  const orders = story.boards.map(({ at }) => at);
  const laps = story.positionsDeleted === null ? [] : story.laps.map((lap) => lap[4]);
  const known = [story.from, story.to, ...orders, ...laps].filter((each) => each !== null);
  if (known.length === 0) return { from: startsAt, to: startsAt };
  return { from: Math.min(...known), to: Math.max(...known) };
};

/** Plays the race while it is on screen. */
export const useReplay = (
  story: PastStory,
  startsAt: number,
  first: { readonly instant: number | null; readonly truth: Truth },
): OpenReplay | null => {
  const store = useRaceStore();
  const [open, setOpen] = useState<OpenReplay | null>(null);
  // The address is read once: later it follows what is shown.
  const [begun] = useState(first);

  useEffect(() => {
    const limits = limitsOf(story, startsAt);
    const player = createPlayer(begun.instant ?? limits.from, limits);
    const spans = createSpanStore(async (truth, from, to) => {
      const asked = historyApi.endpoints.span.initiate(
        { eventId: story.eventId, truth, from, to },
        { subscribe: false, forceRefetch: true },
      );
      const { data } = await store.dispatch(asked);
      return data === undefined ? null : bytesOf(data);
    });
    const replay = openReplay(story, store, spans, player);
    replay.setTruth(begun.truth);
    let frameMs = performance.now();
    const draw = (): void => {
      const nowMs = performance.now();
      if (!replay.tick(nowMs)) player.hold(frameMs, nowMs);
      frameMs = nowMs;
      frame = window.requestAnimationFrame(draw);
    };
    let frame = window.requestAnimationFrame(() => {
      setOpen({ replay, player, spans });
      draw();
    });
    return () => {
      window.cancelAnimationFrame(frame);
      spans.want([]);
      replay.close();
    };
  }, [story, startsAt, store, begun]);

  return open;
};

const LOOK_MS = 100;

/** Draws the caller anew as time goes on, and answers the instant that is shown, epoch ms. */
export const useInstant = (player: Player): number => {
  const [instant, setInstant] = useState(() => player.instantAt(performance.now()));
  useEffect(() => {
    const look = (): void => setInstant(player.instantAt(performance.now()));
    look();
    const timer = window.setInterval(look, LOOK_MS);
    const stop = player.subscribe(look);
    return () => {
      window.clearInterval(timer);
      stop();
    };
  }, [player]);
  return instant;
};

/** The player's state, whenever somebody changed it. */
export const usePlayerState = (player: Player): Player['state'] => {
  const [state, setState] = useState(player.state);
  useEffect(() => player.subscribe(() => setState(player.state)), [player]);
  return state;
};

/** Cars for which the two truths differ, looked at twice a second. Null while they cannot be compared. */
export const useDiffering = ({ replay, player, spans }: OpenReplay): ReadonlySet<number> | null => {
  const [ids, setIds] = useState<string | null>(null);
  useEffect(() => {
    const look = (): void => setIds(replay.differing(player.instantAt(performance.now()))?.join() ?? null);
    look();
    const timer = window.setInterval(look, 500);
    const stop = spans.subscribe(look);
    return () => {
      window.clearInterval(timer);
      stop();
    };
  }, [replay, player, spans]);
  return useMemo(() => (ids === null ? null : new Set(ids === '' ? [] : ids.split(',').map(Number))), [ids]);
};

/** Whether the instant that is shown is one of which is kept what was published. */
export const useIsPublished = (player: Player, { publishedFrom }: PastStory): boolean => {
  const [isPublished, setIsPublished] = useState(false);
  useEffect(() => {
    if (publishedFrom === null) return undefined;
    const look = (): void => setIsPublished(player.instantAt(performance.now()) >= publishedFrom);
    look();
    const timer = window.setInterval(look, LOOK_MS);
    return () => window.clearInterval(timer);
  }, [player, publishedFrom]);
  return isPublished;
};
