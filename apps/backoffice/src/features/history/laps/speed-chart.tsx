import { useEffect, useEffectEvent, useRef, type ReactElement } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { useShownTheme } from '../../../shared/theme/use-theme.js';

const HEIGHT_PX = 260;
const WIDTH_PX = 2;
const FONT_PX = 12;

/** Speeds over distance or time, one line for each lap. The legend and the place of the cursor are the caller's. */
export const SpeedChart = ({
  data,
  colours,
  heads,
  cursor,
  onCursor,
}: {
  /** The common column, then one for each line. */
  data: readonly [number[], ...(number | null)[][]];
  /** Custom properties of the theme, one for each line. */
  colours: readonly string[];
  /** Of the common column, and of the lines. */
  heads: { readonly along: string; readonly speed: string };
  /** Value of the common column. */
  cursor: number;
  onCursor: (value: number) => void;
}): ReactElement => {
  const theme = useShownTheme();
  const element = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const tell = useEffectEvent(onCursor);

  useEffect(() => {
    const parent = element.current;
    if (parent === null) return undefined;
    const style = getComputedStyle(parent);
    const token = (name: string): string => style.getPropertyValue(name).trim();
    const axis = (label: string): uPlot.Axis => ({
      label,
      stroke: token('--text-muted'),
      font: `${FONT_PX}px ${style.fontFamily}`,
      labelFont: `${FONT_PX}px ${style.fontFamily}`,
      grid: { stroke: token('--border'), width: 1 },
      ticks: { stroke: token('--border'), width: 1 },
    });
    const drawn = new uPlot(
      {
        width: parent.clientWidth,
        height: HEIGHT_PX,
        legend: { show: false },
        cursor: { drag: { x: false, y: false }, y: false },
        scales: { x: { time: false } },
        axes: [axis(heads.along), axis(heads.speed)],
        series: [{}, ...colours.map((colour) => ({ stroke: token(colour), width: WIDTH_PX }))],
        hooks: {
          setCursor: [
            ({ cursor: { idx } }) => {
              const value = idx == null ? undefined : data[0][idx];
              if (value !== undefined) tell(value);
            },
          ],
        },
      },
      data as uPlot.AlignedData,
      parent,
    );
    plot.current = drawn;
    const observer = new ResizeObserver(() =>
      drawn.setSize({ width: parent.clientWidth, height: HEIGHT_PX }),
    );
    observer.observe(parent);
    return () => {
      observer.disconnect();
      drawn.destroy();
      plot.current = null;
    };
  }, [data, colours, heads.along, heads.speed, theme]);

  useEffect(() => {
    const drawn = plot.current;
    if (drawn !== null) drawn.setCursor({ left: drawn.valToPos(cursor, 'x'), top: 0 }, false);
  }, [cursor, data, theme]);

  return <div ref={element} className="laps-chart" aria-hidden="true" />;
};
