import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Scheduler } from './time.js';

/** How long answers under way may take once the server stops. */
const GRACE_MS = 5_000;
const LOOK_EVERY_MS = 50;

/** The connections of a server, upgraded ones included. */
export interface Connections {
  /**
   * Ends each connection after the answer that is under way, and cuts what is open after 5 s. To be called before
   * `Server.close`, which ends the connections that are idle at that moment and waits for all others: a client that
   * keeps asking over one of them would keep the server open.
   */
  end(): void;
}

/** Must be called before the server accepts connections. */
export const trackConnections = (server: Server, scheduler: Scheduler): Connections => {
  const open = new Set<Socket>();
  let ending = false;
  server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  server.prependListener('request', (_request, response) => {
    if (ending) response.setHeader('Connection', 'close');
  });
  return {
    end() {
      if (ending) return;
      ending = true;
      const look = scheduler.every(LOOK_EVERY_MS, () => server.closeIdleConnections());
      const cut = scheduler.after(GRACE_MS, () => open.forEach((socket) => socket.destroy()));
      server.once('close', () => {
        look.cancel();
        cut.cancel();
      });
    },
  };
};

/** Ends the server's connections, and resolves when all are closed. */
export const closeServer = (server: Server, connections: Connections): Promise<void> => {
  connections.end();
  return new Promise((resolve, reject) =>
    server.close((error) => (error === undefined ? resolve() : reject(error))),
  );
};
