import type { RequestListener, Server } from 'node:http';
import type { DoorHandler } from './doors.js';

/** Puts the doors before a server's request listeners: requests for other paths go to the former listeners. */
export const prependRequestHandler = (server: Server, doors: DoorHandler): void => {
  const others = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request');
  server.on('request', (request, response) =>
    doors(request, response, () => others.forEach((other) => other(request, response))),
  );
};
