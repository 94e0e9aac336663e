import { logPages, type Position } from '@flagpost/event-sourcing';
import type { ApiDependencies } from '../dependencies.js';

/** Events that are read at once. */
const PAGE = 1_000;

/**
 * Which streams have events since the former call: since the views of this projection were saved, at the first one. So
 * a command that has read those views finds what others record while it works, without reading the views again.
 */
export const streamsSince = async (
  { store, readModels }: Pick<ApiDependencies, 'store' | 'readModels'>,
  projection: string,
): Promise<() => Promise<ReadonlySet<string>>> => {
  let reached: Position | null = (await readModels.checkpoint(projection))?.position ?? null;
  return async () => {
    const streams = new Set<string>();
    for await (const events of logPages(store, reached, PAGE))
      for (const { stream, position } of events) {
        streams.add(stream);
        reached = position;
      }
    return streams;
  };
};

/** The ids of those streams that are named by `streamOf`. */
export const idsIn = (streams: ReadonlySet<string>, streamOf: (id: number) => string): readonly number[] =>
  [...streams].flatMap((stream) => {
    const id = Number(stream.slice(stream.indexOf('-') + 1));
    return streamOf(id) === stream ? [id] : [];
  });
