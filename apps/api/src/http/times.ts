/** Times on the wire: ISO 8601 UTC. */
export const isoOf = (epochMs: number): string => new Date(epochMs).toISOString();
export const isoOrNull = (epochMs: number | null): string | null =>
  epochMs === null ? null : isoOf(epochMs);
