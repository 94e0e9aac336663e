import type { RequestListener, Server } from 'node:http';
import type { DoorHandler } from './doors.js';

/** Lets the doors see each request of a server first; what they leave goes to whoever served it until now. */
export const standInFront = (server: Server, doors: DoorHandler): void => {
  const others = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request');
  server.on('request', (request, response) =>
    doors(request, response, () => others.forEach((other) => other(request, response))),
  );
};
