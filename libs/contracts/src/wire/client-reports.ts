import { z } from 'zod';
import { CLIENT_REPORT } from '../limits.js';

/**
 * Body of POST /clientReports/, answered 204: a screen could not be drawn, the socket failed, or a call whose failure no
 * screen shows. The server's log holds it by its id.
 */
export const clientReport = z.object({
  reportId: z.string().regex(/^[0-9a-f]{8}$/),
  message: z.string().max(CLIENT_REPORT.message),
  stack: z.string().max(CLIENT_REPORT.stack),
  /** The screen's address, without its query. */
  path: z.string().max(CLIENT_REPORT.path),
});
export type ClientReport = z.infer<typeof clientReport>;
