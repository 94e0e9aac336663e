/** A label that wants to stand beside its car. Screen pixels. */
export interface LabelWish {
  readonly id: number;
  /** Middle of the mark. */
  readonly x: number;
  readonly y: number;
  /** From the middle of the mark to the edge that a label stands at. */
  readonly reachPx: number;
  readonly widthPx: number;
  /** Higher stands first. */
  readonly priority: number;
  /** An SOS: its label is always drawn, beside the mark if there is no room below, and no other covers the mark. */
  readonly alarm: boolean;
}

/** A label that is shown, by its offset from the middle of the mark, and since when. */
export interface PlacedLabel {
  readonly dx: number;
  readonly dy: number;
  readonly sinceMs: number;
}

export const LABEL_HEIGHT_PX = 16;
/** A label that is shown stays at least so long, unless a car in SOS needs its place or it would run into another. */
export const LABEL_STAYS_MS = 1000;
const GAP_PX = 1;
const CELL_PX = 64;

/** Part of the screen, by its middle. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly widthPx: number;
  readonly heightPx: number;
}

const overlap = (a: Box, b: Box): boolean =>
  Math.abs(a.x - b.x) * 2 < a.widthPx + b.widthPx && Math.abs(a.y - b.y) * 2 < a.heightPx + b.heightPx;

/** Boxes found again by the cells of a coarse grid that they touch. */
const createTable = (): { isFree(box: Box): boolean; take(box: Box): void } => {
  const cells = new Map<string, Box[]>();
  const cellsOf = ({ x, y, widthPx, heightPx }: Box): string[] => {
    const keys: string[] = [];
    for (let c = Math.floor((x - widthPx / 2) / CELL_PX); c <= Math.floor((x + widthPx / 2) / CELL_PX); c++) {
      for (
        let r = Math.floor((y - heightPx / 2) / CELL_PX);
        r <= Math.floor((y + heightPx / 2) / CELL_PX);
        r++
      ) {
        keys.push(`${c}:${r}`);
      }
    }
    return keys;
  };
  return {
    isFree: (box) =>
      cellsOf(box).every((key) => !(cells.get(key) ?? []).some((other) => overlap(box, other))),
    take(box) {
      for (const key of cellsOf(box)) {
        const there = cells.get(key);
        if (there === undefined) cells.set(key, [box]);
        else there.push(box);
      }
    },
  };
};

/** Offsets that a label may stand at: below its mark; for an SOS also above, right and left of it. */
const offsets = ({ reachPx, widthPx, alarm }: LabelWish): [dx: number, dy: number][] => {
  const down = reachPx + LABEL_HEIGHT_PX / 2 + GAP_PX;
  const aside = reachPx + widthPx / 2 + GAP_PX;
  return alarm ? [[0, down], [0, -down], [aside, 0], [-aside, 0]] : [[0, down]]; // prettier-ignore
};

/**
 * Which labels are shown, by priority, none over another, over the mark of an SOS nor over what is `taken`. A label that is shown stays for
 * `LABEL_STAYS_MS`, and then keeps its place before others of its priority, so that numbers do not flicker.
 */
export const placeLabels = (
  wishes: readonly LabelWish[],
  shown: ReadonlyMap<number, PlacedLabel>,
  nowMs: number,
  taken: readonly Box[],
): Map<number, PlacedLabel> => {
  const stays = ({ id }: LabelWish): boolean => {
    const label = shown.get(id);
    return label !== undefined && nowMs - label.sinceMs < LABEL_STAYS_MS;
  };
  const order = [...wishes].sort(
    (a, b) =>
      Number(b.alarm) - Number(a.alarm) ||
      Number(stays(b)) - Number(stays(a)) ||
      b.priority - a.priority ||
      Number(shown.has(b.id)) - Number(shown.has(a.id)) ||
      a.id - b.id,
  );
  const table = createTable();
  for (const box of taken) table.take(box);
  for (const { x, y, reachPx, alarm } of wishes) {
    if (alarm) table.take({ x, y, widthPx: reachPx * 2, heightPx: reachPx * 2 });
  }
  const placed = new Map<number, PlacedLabel>();
  for (const wish of order) {
    const box = ([dx, dy]: readonly [number, number]): Box => ({
      x: wish.x + dx,
      y: wish.y + dy,
      widthPx: wish.widthPx,
      heightPx: LABEL_HEIGHT_PX,
    });
    const places = offsets(wish);
    const place = places.find((offset) => table.isFree(box(offset))) ?? (wish.alarm ? places[0] : undefined);
    if (place === undefined) continue;
    table.take(box(place));
    placed.set(wish.id, {
      dx: place[0],
      dy: place[1],
      sinceMs: shown.get(wish.id)?.sinceMs ?? nowMs,
    });
  }
  return placed;
};
