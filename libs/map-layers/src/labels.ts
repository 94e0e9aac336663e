/** A label that wants to stand beside its car. Screen pixels. */
export interface LabelWish {
  readonly id: number;
  readonly x: number;
  readonly y: number;
  readonly widthPx: number;
  /** Higher stands first. */
  readonly priority: number;
}

const HEIGHT_PX = 16;

/**
 * Which labels are shown: by priority, none over another. A label that is shown keeps its place before others of its
 * priority, so that numbers do not flicker when cars run side by side.
 */
export const placeLabels = (wishes: readonly LabelWish[], shown: ReadonlySet<number>): Set<number> => {
  const order = [...wishes].sort(
    (a, b) => b.priority - a.priority || Number(shown.has(b.id)) - Number(shown.has(a.id)) || a.id - b.id,
  );
  const cellPx = 64;
  const grid = new Map<string, LabelWish[]>();
  const placed = new Set<number>();
  const overlaps = (a: LabelWish, b: LabelWish): boolean =>
    Math.abs(a.x - b.x) * 2 < a.widthPx + b.widthPx && Math.abs(a.y - b.y) < HEIGHT_PX;

  for (const wish of order) {
    const column = Math.floor(wish.x / cellPx);
    const row = Math.floor(wish.y / cellPx);
    const reach = Math.ceil(wish.widthPx / cellPx);
    let free = true;
    for (let dx = -reach; dx <= reach && free; dx++) {
      for (let dy = -1; dy <= 1 && free; dy++) {
        free = !(grid.get(`${column + dx}:${row + dy}`) ?? []).some((other) => overlaps(wish, other));
      }
    }
    if (!free) continue;
    placed.add(wish.id);
    const key = `${column}:${row}`;
    grid.set(key, [...(grid.get(key) ?? []), wish]);
  }
  return placed;
};
