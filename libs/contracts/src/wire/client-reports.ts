import { z } from 'zod';

/** Body of POST /clientReports/, answered 204: a screen could not be drawn. The server's log holds it by its id. */
export const clientReport = z.object({
  reportId: z.string().regex(/^[0-9a-f]{8}$/),
  message: z.string().max(500),
  stack: z.string().max(4_000),
  /** The screen's address, without its query. */
  path: z.string().max(200),
});
export type ClientReport = z.infer<typeof clientReport>;
