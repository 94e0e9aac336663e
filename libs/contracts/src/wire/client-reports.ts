import { z } from 'zod';

/** Longest texts of a report. */
export const CLIENT_REPORT = { message: 500, stack: 4_000, path: 200 } as const;

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
