import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  verify,
  type ECDH,
} from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PushMessage, PushSubscriptionRequest } from '@flagpost/contracts';

/** The push service of specs that have none: nothing listens there, and no message leaves this machine. */
export const NO_PUSH_SERVICE = 'http://127.0.0.1:9';
/** A signature lasts no longer (RFC 8292). */
const SIGNED_MAX_S = 24 * 3_600;

const browserKeys = () => {
  const ecdh = createECDH('prime256v1');
  ecdh.generateKeys();
  return { ecdh, auth: randomBytes(16) };
};
const requestOf = (endpoint: string, { ecdh, auth }: ReturnType<typeof browserKeys>) => ({
  endpoint,
  keys: { p256dh: ecdh.getPublicKey('base64url'), auth: auth.toString('base64url') },
});

/** As a browser makes one, with keys that nobody keeps. */
export const aSubscription = (endpoint: string): PushSubscriptionRequest =>
  requestOf(endpoint, browserKeys());

const derived = (key: Buffer, salt: Buffer, info: Buffer | string, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, info, length));

/** Decrypts a message of one record (RFC 8188) for a browser (RFC 8291). @throws if it is not for this browser */
const decrypted = (body: Buffer, ecdh: ECDH, auth: Buffer): string => {
  const salt = body.subarray(0, 16);
  const keyLength = body.readUInt8(20);
  const sender = body.subarray(21, 21 + keyLength);
  const record = body.subarray(21 + keyLength);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), sender]);
  const input = derived(ecdh.computeSecret(sender), auth, info, 32);
  const key = derived(input, salt, 'Content-Encoding: aes128gcm\0', 16);
  const nonce = derived(input, salt, 'Content-Encoding: nonce\0', 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  const end = padded.findLastIndex((byte) => byte !== 0);
  if (padded[end] !== 2) throw new Error('The record is not the last one.');
  return padded.subarray(0, end).toString();
};

/** The claims of a request (RFC 8292). @throws if its signature is not of the key that it names, is not for this service or lasts too long */
const signedClaims = (
  authorization: string,
  origin: string,
): { readonly claims: Claims; readonly key: string } => {
  const [, token = '', key = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(authorization) ?? [];
  const [head = '', body = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  const publicKey = createPublicKey({
    key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' },
    format: 'jwk',
  });
  const signed = verify(
    'sha256',
    Buffer.from(`${head}.${body}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!signed) throw new Error('The signature is not of this key.');
  const parsed = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString());
  if ((parsed(head) as { readonly alg: string }).alg !== 'ES256')
    throw new Error('It is not signed by ES256.');
  const claims = parsed(body) as Claims;
  const lastsS = claims.exp - Date.now() / 1_000;
  if (claims.aud !== origin) throw new Error(`It is signed for ${claims.aud}.`);
  if (lastsS <= 0 || lastsS > SIGNED_MAX_S) throw new Error('It is signed for too long, or no more.');
  return { claims, key };
};

interface Claims {
  readonly aud: string;
  readonly exp: number;
  readonly sub: string;
}

export interface Received {
  readonly path: string;
  readonly message: PushMessage;
  readonly claims: Claims;
  /** The key that has signed it. */
  readonly key: string;
  readonly ttl: number;
  readonly urgency: string;
  readonly topic: string;
}

/** A push service of our own: it decrypts what it gets, and checks who has sent it. */
export const startPushService = async () => {
  const received: Received[] = [];
  const failures: unknown[] = [];
  const browsers = new Map<string, ReturnType<typeof browserKeys>>();
  let answers: number[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const path = request.url ?? '';
      const status = answers.shift() ?? 201;
      try {
        const browser = browsers.get(path);
        if (browser === undefined) throw new Error(`${path} is no subscription.`);
        if (request.headers['content-encoding'] !== 'aes128gcm') throw new Error('It is not encrypted so.');
        const text = decrypted(Buffer.concat(parts), browser.ecdh, browser.auth);
        const header = (name: string): string => String(request.headers[name]);
        if (status === 201)
          received.push({
            path,
            message: JSON.parse(text) as PushMessage,
            ...signedClaims(header('authorization'), origin),
            ttl: Number(header('ttl')),
            urgency: header('urgency'),
            topic: header('topic'),
          });
      } catch (error) {
        failures.push(error);
      }
      response.writeHead(status, status === 301 ? { location: 'http://127.0.0.1:1/' } : {}).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    received,
    failures,
    /** The next answers; 201 after them. */
    answer(...statuses: number[]): void {
      answers = statuses;
    },
    subscription(path: string): PushSubscriptionRequest {
      const keys = browserKeys();
      browsers.set(path, keys);
      return requestOf(`${origin}${path}`, keys);
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
