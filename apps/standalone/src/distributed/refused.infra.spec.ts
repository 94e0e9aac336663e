import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { makeCertificate } from '@flagpost/testing';
import { COMPONENTS, describeOver, suiteAddresses } from '@flagpost/testing/servers';
import { ownPart } from '@flagpost/race-testing/cluster';
import { PROGRAMS, runTask } from '@flagpost/race-testing/process';

describeOver(describe, 'A start over encrypted servers', COMPONENTS, (servers) => {
  const settings = suiteAddresses(servers);
  const isEncrypted = settings['KAFKA_TLS'] === '1';
  const encrypted = isEncrypted ? it : it.skip;
  const named = (what: string): string =>
    isEncrypted ? what : `${what} (skipped: run by npm run test:infra:encrypted)`;
  let folder: string;
  let otherCa: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'flagpost-refused-'));
    otherCa = join(folder, 'other.pem');
    await writeFile(otherCa, makeCertificate('127.0.0.1').cert);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const withCa = (url: string): string =>
    url.replace(/tlsCAFile=[^&]*/, `tlsCAFile=${encodeURIComponent(otherCa)}`);
  type Change = () => Readonly<Record<string, string>>;
  const CASES: readonly (readonly [what: string, change: Change, sentence: RegExp])[] = [
    [
      'another certificate of Kafka',
      () => ({ KAFKA_TLS_CA: otherCa }),
      /^The certificate of Kafka at \S+ is not accepted \(\w+\): KAFKA_TLS_CA must name .*\.$/,
    ],
    [
      'a wrong password for Kafka',
      () => ({ KAFKA_PASSWORD: 'wrong' }),
      /^Kafka refuses KAFKA_USERNAME or KAFKA_PASSWORD: .*$/,
    ],
    [
      'another certificate of MongoDB',
      () => ({ MONGO_URL: withCa(settings['MONGO_URL'] ?? '') }),
      /^\w+: the certificate of MongoDB at \S+ is not accepted \(\w+\): tlsCAFile in MONGO_URL must name .*\.$/,
    ],
    [
      'another certificate of EventStoreDB',
      () => ({ EVENTSTORE_URL: withCa(settings['EVENTSTORE_URL'] ?? '') }),
      /^EventStoreDB does not answer at .*self.signed certificate.*$/i,
    ],
    [
      'a wrong password for EventStoreDB',
      () => ({ EVENTSTORE_PASSWORD: 'wrong' }),
      /^EventStoreDB at \S+ refuses the credentials: EVENTSTORE_USERNAME and EVENTSTORE_PASSWORD must be .*\.$/,
    ],
  ];
  encrypted.each(CASES.map(([what, ...rest]) => [named(what), ...rest] as const))(
    'is stopped in one sentence by %s',
    async (_, change, sentence) => {
      // kafkajs sets a timer to a negative time, of which Node warns.
      const quiet = { NODE_NO_WARNINGS: '1' };
      const secret = { JWT_SECRET: randomBytes(48).toString('base64') };
      const part = { ...ownPart(settings), ...secret, ...quiet };
      const migrated = await runTask(PROGRAMS.migrate, part).ended;
      expect(migrated).toMatchObject({ code: 0 });
      const { code, output } = await runTask(PROGRAMS.api, { ...part, ...change() }).ended;
      expect(code).toBe(1);
      const said = output.split('\n').filter((line) => line !== '' && !line.startsWith('{'));
      expect(said).toEqual([expect.stringMatching(sentence)]);
      for (const password of [settings['KAFKA_PASSWORD'], settings['EVENTSTORE_PASSWORD']])
        expect(output).not.toContain(password);
    },
    60_000,
  );
});
