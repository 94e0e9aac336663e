/** A candidate for a label beside its car. Screen pixels. */
export interface LabelCandidate {
  readonly id: number;
  /** Centre of the mark. */
  readonly x: number;
  readonly y: number;
  /** Distance from the centre of the mark to the edge of the label. */
  readonly reachPx: number;
  readonly widthPx: number;
  /** Higher priorities are placed first. */
  readonly priority: number;
  /** An SOS or a chosen car: its label is always drawn; if no side of the mark is free, on the side where it covers least. */
  readonly always: boolean;
}

/** A label that is shown, by its offset from the centre of the mark, and since when. */
export interface PlacedLabel {
  readonly dx: number;
  readonly dy: number;
  readonly sinceMs: number;
}

export const LABEL_HEIGHT_PX = 16;
/** A visible label stays for at least this long, unless a car in SOS or a chosen one needs its place or it would overlap another one. */
export const LABEL_STAYS_MS = 1000;
const GAP_PX = 1;
const CELL_PX = 32;
/** More than the labels of any screen, one above the other. */
const ROW_CELLS = 65_536;

/** A rectangle of the screen, by its centre. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** The overlap of two intervals, each given by its centre and length. */
const sharedPx = (a: number, aPx: number, b: number, bPx: number): number =>
  Math.max(0, Math.min(a + aPx / 2, b + bPx / 2) - Math.max(a - aPx / 2, b - bPx / 2));

const sharedPx2 = (a: Box, b: Box): number =>
  sharedPx(a.x, a.widthPx, b.x, b.widthPx) * sharedPx(a.y, a.heightPx, b.y, b.heightPx);

interface Table {
  take(box: Box): void;
  isFree(box: Box): boolean;
  /** The occupied area that a box would cover, square pixels. */
  coveredPx2(box: Box): number;
}

/** The cells of a grid that a box touches, all numbers included. */
interface Cells {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}
const cellsOf = ({ x, y, widthPx, heightPx }: Box): Cells => ({
  left: Math.floor((x - widthPx / 2) / CELL_PX),
  right: Math.floor((x + widthPx / 2) / CELL_PX),
  top: Math.floor((y - heightPx / 2) / CELL_PX),
  bottom: Math.floor((y + heightPx / 2) / CELL_PX),
});

/** A spatial index of boxes on a grid. A thousand cars may lie in one place: nothing is allocated for a question. */
const createTable = (): Table => {
  const cells = new Map<number, { readonly box: Box; readonly at: Cells }[]>();
  const keyOf = (column: number, row: number): number => column * ROW_CELLS + row;
  /** The occupied area that a box would cover, square pixels, counted until it is more than `enough`. */
  const covered = (box: Box, enough: number): number => {
    const at = cellsOf(box);
    let area = 0;
    for (let column = at.left; column <= at.right; column += 1)
      for (let row = at.top; row <= at.bottom; row += 1)
        for (const other of cells.get(keyOf(column, row)) ?? []) {
          // Two boxes that meet in several cells are counted in the first of them.
          if (column !== Math.max(at.left, other.at.left) || row !== Math.max(at.top, other.at.top)) continue;
          area += sharedPx2(box, other.box);
          if (area > enough) return area;
        }
    return area;
  };
  return {
    isFree: (box) => covered(box, 0) === 0,
    coveredPx2: (box) => covered(box, Infinity),
    take(box) {
      const at = cellsOf(box);
      for (let column = at.left; column <= at.right; column += 1)
        for (let row = at.top; row <= at.bottom; row += 1) {
          const there = cells.get(keyOf(column, row));
          if (there === undefined) cells.set(keyOf(column, row), [{ box, at }]);
          else there.push({ box, at });
        }
    },
  };
};

type Offset = readonly [dx: number, dy: number];

/** Preferred positions: below the mark, then above, right or left of it. */
const offsets = ({ reachPx, widthPx }: LabelCandidate): [below: Offset, ...others: Offset[]] => {
  const down = reachPx + LABEL_HEIGHT_PX / 2 + GAP_PX;
  const aside = reachPx + widthPx / 2 + GAP_PX;
  return [[0, down], [0, -down], [aside, 0], [-aside, 0]]; // prettier-ignore
};

const boxAt = ({ x, y, widthPx }: LabelCandidate, [dx, dy]: Offset): Box => ({
  x: x + dx,
  y: y + dy,
  widthPx,
  heightPx: LABEL_HEIGHT_PX,
});

/**
 * The position of a label, preferably clear of dots, then of `spared` boxes, and unchanged. If no side is clear of dots, that on
 * which it covers least of them; null if there is no space.
 */
const placeOf = (
  candidate: LabelCandidate,
  former: PlacedLabel | undefined,
  { table, spared, dots }: { table: Table; spared: Table; dots: Table },
): Offset | null => {
  const isFormer = ([dx, dy]: Offset): boolean => dx === former?.dx && dy === former.dy;
  const [below, ...others] = offsets(candidate);
  const sides = [below, ...others].sort((a, b) => Number(isFormer(b)) - Number(isFormer(a)));
  const leastOf = (among: readonly Offset[], taken: Table): Offset | undefined =>
    among
      .map((side) => ({ side, covers: taken.coveredPx2(boxAt(candidate, side)) }))
      .sort((a, b) => a.covers - b.covers)[0]?.side;
  const vacant = sides.filter((side) => table.isFree(boxAt(candidate, side)));
  const freeSides = vacant.filter((side) => dots.isFree(boxAt(candidate, side)));
  const free = freeSides.find((side) => spared.isFree(boxAt(candidate, side))) ?? freeSides[0];
  if (free !== undefined) return free;
  const overDots = vacant.find(isFormer) ?? leastOf(vacant, dots);
  if (overDots !== undefined || !candidate.always) return overDots ?? null;
  return leastOf(sides, table) ?? below;
};

/**
 * Chooses the labels to show, by priority. Labels overlap neither each other nor the `taken` boxes: the marks of cars
 * and the names of places. `spared` boxes, the kilometre marks, are covered only if there is no other space, and `dots`, of
 * cars of which nothing is to be read, only if there is none beside them. A visible label stays for `LABEL_STAYS_MS` and then keeps its place before others of its priority, so that numbers do not
 * flicker.
 */
export const placeLabels = (
  candidates: readonly LabelCandidate[],
  shown: ReadonlyMap<number, PlacedLabel>,
  nowMs: number,
  taken: readonly Box[],
  { spared = [], dots = [] }: { readonly spared?: readonly Box[]; readonly dots?: readonly Box[] } = {},
): Map<number, PlacedLabel> => {
  const stays = ({ id }: LabelCandidate): boolean => {
    const label = shown.get(id);
    return label !== undefined && nowMs - label.sinceMs < LABEL_STAYS_MS;
  };
  const order = [...candidates].sort(
    (a, b) =>
      Number(b.always) - Number(a.always) ||
      Number(stays(b)) - Number(stays(a)) ||
      b.priority - a.priority ||
      Number(shown.has(b.id)) - Number(shown.has(a.id)) ||
      a.id - b.id,
  );
  const table = createTable();
  for (const box of taken) table.take(box);
  const sparedTable = createTable();
  for (const box of spared) sparedTable.take(box);
  const dotTable = createTable();
  for (const box of dots) dotTable.take(box);
  const tables = { table, spared: sparedTable, dots: dotTable };
  const placed = new Map<number, PlacedLabel>();
  for (const candidate of order) {
    const former = shown.get(candidate.id);
    const place = placeOf(candidate, former, tables);
    if (place === null) continue;
    table.take(boxAt(candidate, place));
    placed.set(candidate.id, {
      dx: place[0],
      dy: place[1],
      sinceMs: former?.sinceMs ?? nowMs,
    });
  }
  return placed;
};
