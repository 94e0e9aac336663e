/** The picture that a snapshot downloads: the race on the left, its cars and the moment beside it. */

export interface SnapshotList {
  title: string;
  moment: string;
  /** Heads and cells of the list, in the order of `COLUMNS`. */
  heads: readonly string[];
  cars: readonly (readonly string[])[];
}

interface SnapshotInk {
  ground: string;
  text: string;
  muted: string;
  line: string;
  font: string;
}

/** Number, pilot, lap, speed, state; where each begins and how much room it has, pixels. */
const COLUMNS = [
  { x: 0, width: 44 },
  { x: 48, width: 132 },
  { x: 184, width: 28 },
  { x: 216, width: 36 },
  { x: 256, width: 60 },
] as const;
const LIST_WIDTH_PX = 316;
const ROW_PX = 20;
const HEAD_PX = 88;
const MARGIN_PX = 16;
const MAX_LISTS = 3;

/** At most three lists are side by side; with more cars they grow longer than the race is high. */
export const listLayout = (cars: number, heightPx: number): { lists: number; rows: number } => {
  const fitting = Math.floor((heightPx - HEAD_PX - MARGIN_PX) / ROW_PX);
  const lists = Math.min(MAX_LISTS, Math.max(1, Math.ceil(cars / fitting)));
  return { lists, rows: Math.max(fitting, Math.ceil(cars / lists)) };
};

const fitted = (ctx: CanvasRenderingContext2D, text: string, widthPx: number): string => {
  if (ctx.measureText(text).width <= widthPx) return text;
  let kept = text;
  while (kept !== '' && ctx.measureText(`${kept}…`).width > widthPx) kept = kept.slice(0, -1);
  return `${kept}…`;
};

/** Draws on `canvas`, whose size it sets. */
export const composeSnapshot = (
  canvas: HTMLCanvasElement,
  race: HTMLCanvasElement,
  { title, moment, heads, cars }: SnapshotList,
  ink: SnapshotInk,
): void => {
  const { lists, rows } = listLayout(cars.length, race.height);
  canvas.width = race.width + MARGIN_PX + lists * (LIST_WIDTH_PX + MARGIN_PX);
  canvas.height = Math.max(race.height, HEAD_PX + rows * ROW_PX + MARGIN_PX);
  const ctx = canvas.getContext('2d');
  if (ctx === null) return;
  ctx.fillStyle = ink.ground;
  ctx.fillRect(0, 0, canvas.width, canvas.height);
  ctx.drawImage(race, 0, 0);

  const write = (text: string, x: number, y: number, widthPx: number): void =>
    ctx.fillText(fitted(ctx, text, widthPx), x, y);
  const left = race.width + MARGIN_PX;
  const row = (cells: readonly string[], x: number, y: number): void =>
    COLUMNS.forEach((column, index) => write(cells[index] ?? '', x + column.x, y, column.width));

  ctx.textBaseline = 'middle';
  ctx.fillStyle = ink.text;
  ctx.font = `600 16px ${ink.font}`;
  write(title, left, 20, canvas.width - left - MARGIN_PX);
  ctx.font = `400 14px ${ink.font}`;
  write(moment, left, 44, canvas.width - left - MARGIN_PX);

  for (let list = 0; list < lists; list++) {
    const x = left + list * (LIST_WIDTH_PX + MARGIN_PX);
    ctx.font = `600 12px ${ink.font}`;
    ctx.fillStyle = ink.muted;
    row(heads, x, HEAD_PX - ROW_PX / 2);
    ctx.fillStyle = ink.line;
    ctx.fillRect(x, HEAD_PX, LIST_WIDTH_PX, 1);
    ctx.font = `400 12px ${ink.font}`;
    ctx.fillStyle = ink.text;
    cars
      .slice(list * rows, (list + 1) * rows)
      .forEach((cells, index) => row(cells, x, HEAD_PX + (index + 0.5) * ROW_PX + 4));
  }
};
