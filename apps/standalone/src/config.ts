import { join } from 'node:path';
import { z } from 'zod';
import { apiConfig, listenConfig, observedConfig, storesConfig } from '@flagpost/api';
import { flag } from '@flagpost/platform';
import { simulatorConfig } from '@flagpost/simulator';
import { inboundConfig } from '@flagpost/telemetry-ingest';

/** The standalone's configuration: the api's, its data folder or servers, and its address. */
export const standaloneConfig = apiConfig.extend({
  ...storesConfig.shape,
  ...listenConfig.shape,
  ...observedConfig.shape,
  ...inboundConfig.shape,
  DATA_DIR: z.string().default('data'),
  /** The JSON log: to a file in the data folder, or to the standard error output. */
  LOG: z.enum(['file', 'stderr']).default('file'),
  /** Whether the demo has its race. */
  DEMO_RACE: flag.default(true),
  /** The account that the demo race works as. */
  ...simulatorConfig.pick({ FLAGPOST_EMAIL: true, FLAGPOST_PASSWORD: true }).shape,
});
export type StandaloneConfig = z.infer<typeof standaloneConfig>;

/** The same, with the folder for mails if no mail server is configured. */
export const withOutbox = (config: StandaloneConfig): StandaloneConfig & { readonly OUTBOX_DIR: string } => ({
  ...config,
  OUTBOX_DIR: config.OUTBOX_DIR ?? join(config.DATA_DIR, 'outbox'),
});
