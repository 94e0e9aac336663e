/** A race that goes on has newer inputs, also where a disk or a broker takes seconds for each. */
const BACKLOG_AGE_MS = 5_000;

/** Whether the newest input that was handled is so old that those which wait are a backlog. Null: none was handled. */
export const isOfBacklog = (newestAt: number | null, now: number): boolean =>
  newestAt === null || now - newestAt > BACKLOG_AGE_MS;
