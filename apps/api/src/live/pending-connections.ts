/** A connection of engine.io. */
interface Connection {
  once(event: 'close', listener: () => void): unknown;
  close(discard: true): unknown;
}

/**
 * Connections on which nobody has signed in yet. One costs its client a request and this process some KB until it is closed 10 to
 * 40 s later. Beyond `most` the oldest is ended: a client that signs in, within two requests, is not kept out by those that do not.
 */
export const createPendingConnections = (most: number) => {
  const pending = new Set<Connection>();
  return {
    add: (connection: Connection): void => {
      pending.add(connection);
      connection.once('close', () => pending.delete(connection));
      const [oldest] = pending;
      if (pending.size <= most || oldest === undefined) return;
      pending.delete(oldest);
      oldest.close(true);
    },
    signedIn: (connection: Connection): void => void pending.delete(connection),
  };
};
