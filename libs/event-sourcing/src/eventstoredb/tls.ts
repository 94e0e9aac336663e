import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { connect, createSecureContext } from 'node:tls';
import type { SecureContext } from 'node:tls';
import { ChannelCredentials } from '@grpc/grpc-js';
import type { ConnectionOptions } from '@eventstore/db-client/dist/Client/parseConnectionString.js';

type Connector = ReturnType<ChannelCredentials['_createSecureConnector']>;
type ConnectorParameters = Parameters<ChannelCredentials['_createSecureConnector']>;

/**
 * Credentials of the channels to all nodes, as the connection string asks for them.
 *
 * @throws {Error} if one of the files that it names does not exist.
 */
export const credentialsOf = (options: ConnectionOptions): ChannelCredentials => {
  if (options.tls === false) return ChannelCredentials.createInsecure();
  const [ca, key, cert] = [options.tlsCAFile, options.userKeyFile, options.userCertFile].map((path) =>
    path === undefined ? undefined : readFileSync(path),
  );
  return new TlsCredentials(createSecureContext({ ca, key, cert }));
};

/**
 * TLS to nodes by name and by IP address. gRPC hands every host on as the TLS server name, which may not be an IP address
 * (RFC 6066), and Node.js refuses it. Here no server name is sent to an address, and the certificate must name the
 * address itself, as an IP in its subject alternative names.
 */
class TlsCredentials extends ChannelCredentials {
  readonly #byName: ChannelCredentials;

  constructor(private readonly context: SecureContext) {
    super();
    this.#byName = ChannelCredentials.createFromSecureContext(context);
  }

  override _isSecure(): boolean {
    return true;
  }

  override _equals(other: ChannelCredentials): boolean {
    return other === this;
  }

  override _createSecureConnector(...parameters: ConnectorParameters): Connector {
    const [target, options] = parameters;
    const byName = this.#byName._createSecureConnector(...parameters);
    // Behind a proxy the channel's own target is the proxy.
    const proxied: unknown = options['grpc.http_connect_target'];
    const host = (typeof proxied === 'string' ? proxied : target.path).replace(/^dns:|:\d+$/g, '');
    if (isIP(host) === 0) return byName;
    return {
      connect: (socket) =>
        new Promise((resolve, reject) => {
          const secured = connect(
            { socket, host, secureContext: this.context, ALPNProtocols: ['h2'] },
            // Node.js has verified the certificate against `host` by now.
            () => resolve({ socket: secured, secure: true }),
          );
          secured.on('error', reject);
        }),
      waitForReady: () => byName.waitForReady(),
      getCallCredentials: () => byName.getCallCredentials(),
      destroy: () => byName.destroy(),
    };
  }
}
