import { generateKeyPairSync, sign } from 'node:crypto';
import { isIPv4 } from 'node:net';

/** Key and certificate of a server that vouches for itself, as PEM. */
export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

/** Tags of DER, the encoding of X.509. */
const [BOOLEAN, INTEGER, BIT_STRING, OCTET_STRING, OID, UTF8, UTC_TIME] = [1, 2, 3, 4, 6, 12, 23] as const;
const [SEQUENCE, SET, VERSION, EXTENSIONS] = [0x30, 0x31, 0xa0, 0xa3] as const;
/** Kinds of names that a certificate is for. */
const [DNS_NAME, IP_ADDRESS] = [0x82, 0x87] as const;

const der = (tag: number, ...contents: readonly (Uint8Array | readonly number[])[]): Buffer => {
  const body = Buffer.concat(contents.map((each) => Buffer.from(each)));
  const { length } = body;
  const size = length < 0x80 ? [length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), body]);
};
const sequence = (...contents: readonly Uint8Array[]): Buffer => der(SEQUENCE, ...contents);

const ECDSA_WITH_SHA256 = sequence(der(OID, [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02]));
const [COMMON_NAME, SUBJECT_ALT_NAME, BASIC_CONSTRAINTS] = [
  [0x55, 0x04, 0x03],
  [0x55, 0x1d, 0x11],
  [0x55, 0x1d, 0x13],
] as const;
const TRUE = der(BOOLEAN, [0xff]);
const NAME = sequence(der(SET, sequence(der(OID, COMMON_NAME), der(UTF8, Buffer.from('127.0.0.1')))));
/** From 2020 to 2049, as the clock of the machine decides. */
const VALIDITY = sequence(
  der(UTC_TIME, Buffer.from('200101000000Z')),
  der(UTC_TIME, Buffer.from('491231235959Z')),
);

const altNameOf = (host: string): Buffer =>
  isIPv4(host) ? der(IP_ADDRESS, host.split('.').map(Number)) : der(DNS_NAME, Buffer.from(host));

/** A new one each time, for a host by name or by IPv4 address: nothing of it is stored. */
export const makeCertificate = (host = '127.0.0.1'): Certificate => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const extensions = sequence(
    sequence(der(OID, BASIC_CONSTRAINTS), TRUE, der(OCTET_STRING, sequence(TRUE))),
    sequence(der(OID, SUBJECT_ALT_NAME), der(OCTET_STRING, sequence(altNameOf(host)))),
  );
  const toBeSigned = sequence(
    der(VERSION, der(INTEGER, [2])),
    der(INTEGER, [1]),
    ECDSA_WITH_SHA256,
    NAME,
    VALIDITY,
    NAME,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(EXTENSIONS, extensions),
  );
  const signature = der(BIT_STRING, [0], sign('sha256', toBeSigned, privateKey));
  const base64 = sequence(toBeSigned, ECDSA_WITH_SHA256, signature).toString('base64');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    cert: `-----BEGIN CERTIFICATE-----\n${base64.replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
  };
};
