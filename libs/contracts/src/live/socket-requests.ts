import { z } from 'zod';
import { secret } from '../wire/sensitive.js';

/** What a client sends over the socket. Apart from socket.ts, so that the live map does not load zod for it. */

export const joinRequest = z.object({
  eventId: z.number().int().positive(),
  /** `packed`: see the frame format in docs/wire.md. */
  positions: z.enum(['packed', 'json']).default('json'),
});
export type JoinRequest = z.infer<typeof joinRequest>;
export const leaveRequest = joinRequest.pick({ eventId: true });
export const tokenRequest = z.object({ accessToken: secret(z.string().min(1)) });
