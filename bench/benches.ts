import { append } from './append.ts';
import { engine } from './engine.ts';
import type { Bench } from './frame/bench.ts';
import { ingestEmbedded } from './ingest-embedded.ts';
import { rebuild } from './rebuild.ts';

/** Every bench, by the name that it is asked for. A new one is a line here. */
export const BENCHES: Readonly<Record<string, Bench>> = {
  engine,
  append,
  'ingest-embedded': ingestEmbedded,
  rebuild,
};
