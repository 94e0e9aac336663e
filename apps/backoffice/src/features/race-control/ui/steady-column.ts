import { useEffect, useState } from 'react';
import { guardArrivals } from './arriving-controls.js';

/** So long after the alerts have grown, and after a touch, what they cover comes back into sight. */
const SETTLES_AFTER_MS = 3_000;
/** Alerts that wait for a mouse end so far above it: a row for fingers, and some. */
const CLEAR_PX = 56;

/**
 * Keeps what is below the alerts at its place on the screen while they grow and shrink: the column scrolls by as much.
 * The alerts stick to the column's head, so they cover what they need and push nothing; `--alerts-height` of the column
 * is their height. Where the column cannot scroll back as far, as after somebody has scrolled to its head, a
 * margin is left, which ends when it is scrolled out of sight or the mouse leaves the column.
 *
 * Alerts that grow do not come under a mouse that points at what is below, moving or not, as a press that is meant for a row would
 * acknowledge an SOS: they end above it, with their head in sight, until it leaves or somebody reaches them by keyboard.
 *
 * Once nobody points at the column, or has the keyboard in it, it scrolls back to where it was before, so that alerts do not
 * hide the head of a short list for good.
 *
 * Returns the callback refs of the column, which scrolls, and of the alerts, its first element; the second is kept.
 */
export const useSteadyColumn = (): readonly [
  column: (element: HTMLElement | null) => void,
  alerts: (element: HTMLElement | null) => void,
] => {
  const [column, setColumn] = useState<HTMLElement | null>(null);
  const [alerts, setAlerts] = useState<HTMLElement | null>(null);
  useEffect(() => {
    const below = alerts?.nextElementSibling;
    if (column === null || alerts === null || !(below instanceof HTMLElement)) return undefined;
    const top = (): number => below.getBoundingClientRect().top - column.getBoundingClientRect().top;
    let heightPx = alerts.offsetHeight;
    let topPx = top();
    let gapPx = 0;
    /** How far it has scrolled for the alerts since somebody scrolled it, and where that left it. */
    let yieldedPx = 0;
    let yieldedToPx = 0;
    let settling: number | undefined;
    const release = (): void => {
      alerts.style.maxHeight = '';
    };
    /** Before they grow: a press that comes between their arrival and the next frame is judged by the new layout. */
    const holdAbove = ({ pointerType, clientY }: PointerEvent): void => {
      // On a phone and on a very wide screen the column has no box of its own.
      if (pointerType !== 'mouse' || column.clientHeight === 0) return;
      const roomPx = Math.floor(clientY - column.getBoundingClientRect().top) - CLEAR_PX;
      alerts.style.maxHeight = `min(60%, ${Math.max(heightPx, roomPx)}px)`;
    };
    /** Scrolls to `offsetPx`; what lies before the head of the column becomes a gap. */
    const scrollTo = (offsetPx: number): void => {
      gapPx = Math.max(0, -offsetPx);
      below.style.marginTop = `${gapPx}px`;
      column.scrollTop = Math.max(0, offsetPx);
    };
    const keep = (): void => {
      // A column that was scrolled to its end is scrolled by the browser when the alerts shrink, before this is told so.
      if (alerts.offsetHeight === heightPx) topPx = top();
    };
    const follow = (): void => {
      heightPx = alerts.offsetHeight;
      column.style.setProperty('--alerts-height', `${heightPx}px`);
      const before = column.scrollTop;
      scrollTo(column.clientHeight === 0 ? 0 : column.scrollTop - gapPx + top() - topPx);
      yieldedPx = Math.max(0, yieldedPx + column.scrollTop - before);
      yieldedToPx = column.scrollTop;
      keep();
      settleSoon();
    };
    // Called after layout and before painting: no frame shows the rows elsewhere.
    const sizes = new ResizeObserver(follow);
    // Called before the next event: no mouse is over another row than the one that it points at.
    const cards = new MutationObserver(() => {
      if (alerts.offsetHeight !== heightPx) follow();
    });
    const settle = (): void => {
      if (column.matches(':hover') || column.contains(document.activeElement)) {
        settleSoon();
        return;
      }
      const offsetPx = Math.max(0, column.scrollTop - yieldedPx);
      yieldedPx = 0;
      scrollTo(offsetPx);
      keep();
    };
    const settleSoon = (): void => {
      window.clearTimeout(settling);
      if (yieldedPx > 0 || gapPx > 0) settling = window.setTimeout(settle, SETTLES_AFTER_MS);
    };
    const onScroll = (): void => {
      // Alerts that have just shrunk may have made the browser scroll, which is nobody's doing.
      if (alerts.offsetHeight === heightPx && column.scrollTop !== yieldedToPx) yieldedPx = 0;
      if (gapPx > 0 && column.scrollTop >= gapPx) scrollTo(column.scrollTop - gapPx);
      keep();
    };
    const onLeave = ({ pointerType }: PointerEvent): void => {
      // A finger leaves with every tap.
      if (gapPx === 0 || pointerType !== 'mouse') return;
      scrollTo(column.scrollTop);
      keep();
    };
    sizes.observe(alerts);
    cards.observe(alerts, { childList: true, subtree: true });
    const endGuard = guardArrivals(alerts);
    below.addEventListener('pointerenter', holdAbove);
    below.addEventListener('pointermove', holdAbove);
    below.addEventListener('pointerleave', release);
    alerts.addEventListener('focusin', release);
    column.addEventListener('scroll', onScroll);
    column.addEventListener('pointerleave', onLeave);
    column.addEventListener('pointerdown', settleSoon);
    return () => {
      sizes.disconnect();
      cards.disconnect();
      endGuard();
      window.clearTimeout(settling);
      below.removeEventListener('pointerenter', holdAbove);
      below.removeEventListener('pointermove', holdAbove);
      below.removeEventListener('pointerleave', release);
      alerts.removeEventListener('focusin', release);
      column.removeEventListener('scroll', onScroll);
      column.removeEventListener('pointerleave', onLeave);
      column.removeEventListener('pointerdown', settleSoon);
    };
  }, [column, alerts]);
  return [setColumn, setAlerts];
};
