import { useEffect, useEffectEvent } from 'react';
import { SPEEDS } from './player.js';
import { nextMark, type MarkKind, type Marks } from './marks.js';
import type { OpenReplay } from './use-replay.js';

const MARK_KEYS: Readonly<Record<string, MarkKind>> = { f: 'flag', s: 'sos', p: 'lap', o: 'stop', g: 'gap' };
const SECOND_MS = 1_000;

/** Where a key types a letter or has a meaning of its own. */
const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.closest('input:not([type=range]), textarea, select, [role=dialog], [contenteditable]') !== null;
const isButton = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('button, a, summary') !== null;

export const togglePlay = ({ player }: Pick<OpenReplay, 'player'>): void => {
  const nowMs = performance.now();
  if (player.state.sinceMs === null) player.play(nowMs);
  else player.pause(nowMs);
};

/** By this many ms; it is paused there. */
export const stepBy = ({ player }: Pick<OpenReplay, 'player'>, ms: number): void => {
  const nowMs = performance.now();
  player.pause(nowMs);
  player.seek(player.instantAt(nowMs) + ms, nowMs);
};

export const goTo = ({ player }: Pick<OpenReplay, 'player'>, instant: number | undefined): void => {
  if (instant === undefined) return;
  const nowMs = performance.now();
  player.pause(nowMs);
  player.seek(instant, nowMs);
};

/** Pauses at the next or the former position, unless something else was asked for while it was searched. */
export const stepByFix = async (
  { player, replay }: OpenReplay,
  car: number | null,
  isForward: boolean,
): Promise<void> => {
  player.pause(performance.now());
  const { state } = player;
  const { truth } = replay;
  const at = await replay.fixAfter(state.instant, car, isForward);
  if (player.state === state && replay.truth === truth) goTo({ player }, at);
};

/** Plays in this direction; if it plays so already, at the next speed. */
const shuttle = ({ player }: OpenReplay, isReverse: boolean): void => {
  const nowMs = performance.now();
  const { sinceMs, speed, isReverse: was } = player.state;
  const isAlready = sinceMs !== null && was === isReverse;
  const faster = SPEEDS.find((each) => each > speed);
  if (isAlready && faster !== undefined) player.setSpeed(faster, nowMs);
  if (!isAlready) player.play(nowMs, isReverse);
};

export const useReplayKeys = (
  open: OpenReplay,
  {
    marks,
    car,
    onTruth,
    onHelp,
  }: { marks: Marks; car: number | null; onTruth: () => void; onHelp: () => void },
): void => {
  const press = useEffectEvent((event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || isField(event.target)) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (key === ' ' && isButton(event.target)) return;
    const kind = MARK_KEYS[key];
    const now = open.player.instantAt(performance.now());
    const arrowMs = SECOND_MS * (event.shiftKey ? 10 : 1);
    if (kind !== undefined) goTo(open, nextMark(marks[kind], now, !event.shiftKey));
    else if (key === 'k' || key === ' ') togglePlay(open);
    else if (key === 'l') shuttle(open, false);
    else if (key === 'j') shuttle(open, true);
    else if (key === 'ArrowLeft') stepBy(open, -arrowMs);
    else if (key === 'ArrowRight') stepBy(open, arrowMs);
    else if (key === ',') void stepByFix(open, car, false);
    else if (key === '.') void stepByFix(open, car, true);
    else if (key === 't') onTruth();
    else if (key === '?') onHelp();
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => press(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
};
