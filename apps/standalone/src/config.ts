import { z } from 'zod';
import { apiConfig } from '@flagpost/api';
import { port } from '@flagpost/platform';

/** The standalone's configuration: the api's, and where it runs. */
export const standaloneConfig = apiConfig.extend({
  PORT: port.default(3000),
  /** Reached from this machine alone, unless it says otherwise: 0.0.0.0 opens it to the network. */
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default('data'),
  /** The JSON log: to a file in the data folder, or to the standard error output. */
  LOG: z.enum(['file', 'stderr']).default('file'),
});
export type StandaloneConfig = z.infer<typeof standaloneConfig>;
