import { useEffect, useState } from 'react';

/**
 * Keeps what is below the alerts at its place on the screen while they grow and shrink: the column scrolls by as much.
 * The alerts stick to the column's head, so they cover what they need and push nothing; `--alerts-height` of the column
 * is their height. Where the column cannot scroll back as far, as after somebody has scrolled to its head, a
 * margin is left, which ends when it is scrolled out of sight or the mouse leaves the column.
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
    // Observers are called after layout and before painting: no frame shows the rows elsewhere.
    const observer = new ResizeObserver(() => {
      heightPx = alerts.offsetHeight;
      column.style.setProperty('--alerts-height', `${heightPx}px`);
      // On a phone and on a very wide screen the column has no box of its own.
      scrollTo(column.clientHeight === 0 ? 0 : column.scrollTop - gapPx + top() - topPx);
      keep();
    });
    const onScroll = (): void => {
      if (gapPx > 0 && column.scrollTop >= gapPx) scrollTo(column.scrollTop - gapPx);
      keep();
    };
    const onLeave = ({ pointerType }: PointerEvent): void => {
      // A finger leaves with every tap.
      if (gapPx === 0 || pointerType !== 'mouse') return;
      scrollTo(column.scrollTop);
      keep();
    };
    observer.observe(alerts);
    column.addEventListener('scroll', onScroll);
    column.addEventListener('pointerleave', onLeave);
    return () => {
      observer.disconnect();
      column.removeEventListener('scroll', onScroll);
      column.removeEventListener('pointerleave', onLeave);
    };
  }, [column, alerts]);
  return [setColumn, setAlerts];
};
