import { connect, createServer, type TLSSocket } from 'node:tls';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import { makeCertificate } from '@flagpost/testing';
import { certificateFault } from './certificate-fault.js';

/** The error of a client that trusts `ca` and asks for 127.0.0.1. */
const refusalOf = async (own: ReturnType<typeof makeCertificate>, ca: string): Promise<unknown> => {
  const server = createServer(own).on('tlsClientError', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const socket: TLSSocket = connect({ host: '127.0.0.1', port, ca });
  const [error] = (await once(socket, 'error')) as [unknown];
  server.close();
  return error;
};

describe('the fault of a certificate', () => {
  const own = makeCertificate('127.0.0.1');

  it('is told of one that no known authority has signed, however deep the error lies', async () => {
    const error = await refusalOf(own, makeCertificate('127.0.0.1').cert);
    expect(certificateFault(error)).toBe('DEPTH_ZERO_SELF_SIGNED_CERT');
    const wrapped = new Error('gave up', { cause: new Error('no connection', { cause: error }) });
    expect(certificateFault(wrapped)).toBe('DEPTH_ZERO_SELF_SIGNED_CERT');
  });

  it('is told of one for another host', async () => {
    const other = makeCertificate('localhost');
    expect(certificateFault(await refusalOf(other, other.cert))).toBe('ERR_TLS_CERT_ALTNAME_INVALID');
  });

  it.each([null, 'CERT_HAS_EXPIRED', new Error('CERT_HAS_EXPIRED'), { code: 'ECONNREFUSED' }])(
    'is not seen in %p',
    (error) => {
      expect(certificateFault(error)).toBeNull();
    },
  );
});
