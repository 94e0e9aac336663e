import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { withoutSecrets } from './secrets.js';

describe('a text of a report', () => {
  it.each([16, 18, 24, 32, 48])('has no token of %i bytes in it', (bytes) => {
    for (let made = 0; made < 500; made += 1) {
      const token = createHash('sha512')
        .update(`${bytes} ${made}`)
        .digest()
        .subarray(0, bytes)
        .toString('base64url');
      expect([token, withoutSecrets(`no answer to ${token}, tried twice`)]).toEqual([
        token,
        'no answer to [token], tried twice',
      ]);
    }
  });

  it('has no uuid and no digest in it', () => {
    expect(withoutSecrets('c1a2e8f4-7b1d-4c3e-9f00-1a2b3c4d5e6f d41d8cd98f00b204e9800998ecf8427e')).toBe(
      '[token] [token]',
    );
  });

  it.each([
    ['at http://host:3000/ingest/osmand/0b6S3xW2?lat=1 failed', 'at [door] failed'],
    ['GET "/ingest/positions/ab-c_d/"', 'GET "[door]"'],
    ['/login?user=7&password=Flagpost1&next=map', '/login?user=7&password=[secret]&next=map'],
    ['Error: password=Flagpost1, code: 404', 'Error: password=[secret], code: 404'],
    ['password%3DFlagpost1 rest', 'password%3D[secret] rest'],
    ['{"newPassword":"Flag post 1","id":7}', '{"newPassword":[secret],"id":7}'],
    ['{\\"password\\":\\"Flagpost1\\"}', '{\\"password\\":[secret]}'],
    ["refreshToken: 'abc def'; more", 'refreshToken: [secret]; more'],
    ['Authorization: Bearer abc.def', 'Authorization: [secret]'],
    ['sent with Bearer abc.def-ghi~', 'sent with Bearer [token]'],
  ])('is cut: %s', (text, expected) => {
    expect(withoutSecrets(text)).toBe(expected);
  });

  it('is read at once, whatever it is', () => {
    for (const part of ['a', 'password', 'aA', '-', 'bearer ', '/ingest'])
      expect(withoutSecrets(`${part.repeat(4_000)} 1a`).length).toBeLessThanOrEqual(40_000);
  });

  it.each([
    'at Board (http://localhost:3000/assets/array-utils-flat-BL8Cekj1.js:7:11)',
    'at getDerivedStateFromProps (http://localhost:3000/assets/maplibre-gl-worker-CzK4p2Qd.mjs:1:90210)',
    "TypeError: Cannot read properties of null (reading 'authorizedCompetitors')",
    'SyntaxError: Unexpected token < in JSON at position 0',
    'at __webpack_require_something__ (node_modules/primereact/confirmdialog/confirmdialog.esm.js:12:7)',
    'Minified React error #301; visit https://react.dev/errors/301 for the full message',
  ])('stays as it is: %s', (text) => {
    expect(withoutSecrets(text)).toBe(text);
  });
});
