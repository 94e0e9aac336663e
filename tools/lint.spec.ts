import { describe, expect, it } from '@jest/globals';
import { ESLint } from 'eslint';
import ts from 'typescript-eslint';
import config from '../eslint.config.js';
import { FOR_SPECS, arrowAllowed, rooms } from './rooms.js';

/** Lints a text as a file at `path`; rules that need types are off, as the file is on no disk. */
const lint = async (path: string, text: string): Promise<string[]> => {
  const eslint = new ESLint({
    cwd: new URL('..', import.meta.url).pathname,
    overrideConfigFile: true,
    baseConfig: [
      ...config,
      { files: ['**/*.ts', '**/*.tsx'], ...ts.configs.disableTypeChecked },
    ] as ESLint.Options['baseConfig'],
  });
  const [result] = await eslint.lintText(text, { filePath: path });
  return (result?.messages ?? []).map((message) => message.ruleId ?? message.message);
};

const planted: [string, string, string, string][] = [
  [
    'a scroll whose promise an effect takes for its cleanup',
    'apps/backoffice/src/planted.ts',
    "export const show = (box: HTMLElement | null) => box?.scrollIntoView({ block: 'start' });",
    'no-restricted-syntax',
  ],
  [
    'a library that imports an app',
    'libs/domain/src/planted.ts',
    "export * from '@flagpost/api';",
    'no-restricted-imports',
  ],
  [
    'the domain on the event store',
    'libs/domain/src/planted.ts',
    "export * from '@flagpost/event-sourcing';",
    'no-restricted-imports',
  ],
  [
    'infrastructure that knows of motorsport',
    'libs/messaging/src/planted.ts',
    "export * from '@flagpost/contracts';",
    'no-restricted-imports',
  ],
  [
    'one app on another',
    'apps/api/src/planted.ts',
    "export * from '@flagpost/telemetry-ingest';",
    'no-restricted-imports',
  ],
  [
    'a screen on a server room',
    'apps/backoffice/src/planted.ts',
    "export * from '@flagpost/records/sqlite';",
    'no-restricted-imports',
  ],
  [
    'Nest in a pure room',
    'libs/telemetry/src/planted.ts',
    "export * from '@nestjs/common';",
    'no-restricted-imports',
  ],
  [
    'Node in a room that browsers load',
    'libs/contracts/src/planted.ts',
    "export * from 'node:fs';",
    'no-restricted-imports',
  ],
  [
    'testing helpers in the product',
    'apps/api/src/planted.ts',
    "export * from '@flagpost/testing';",
    'no-restricted-imports',
  ],
  [
    'a way around a room’s door',
    'apps/api/src/planted.ts',
    "export * from '../../libs/domain/src/index.js';",
    'no-restricted-imports',
  ],
  [
    'one context of the api on another',
    'apps/api/src/history/planted.ts',
    "export * from '../institutions/clubs.js';",
    'no-restricted-imports',
  ],
  [
    'a context on what puts the api together',
    'apps/api/src/history/planted.ts',
    "export * from '../app.js';",
    'no-restricted-imports',
  ],
  [
    'a feature of the client on what puts the client together',
    'apps/backoffice/src/features/events/planted.ts',
    "export * from '../../app/store.js';",
    'no-restricted-imports',
  ],
  [
    'what features share on one of them',
    'apps/backoffice/src/shared/ui/planted.ts',
    "export * from '../../features/events/api.js';",
    'no-restricted-imports',
  ],
  ['the wall clock', 'apps/api/src/planted.ts', 'export const at = Date.now();', 'no-restricted-properties'],
  [
    'the wall clock by a date',
    'libs/domain/src/planted.ts',
    'export const at = new Date();',
    'no-restricted-syntax',
  ],
  [
    'a timer',
    'apps/telemetry-ingest/src/planted.ts',
    'setTimeout(() => undefined, 1);',
    'no-restricted-globals',
  ],
  [
    'an interval',
    'libs/messaging/src/planted.ts',
    'setInterval(() => undefined, 1);',
    'no-restricted-globals',
  ],
  [
    'randomness',
    'libs/telemetry/src/planted.ts',
    'export const chance = Math.random();',
    'no-restricted-properties',
  ],
  [
    'a random id',
    'apps/api/src/planted.ts',
    "import { randomUUID } from 'node:crypto';\nexport const id = randomUUID();",
    'no-restricted-syntax',
  ],
  [
    'a colour on a screen',
    'apps/backoffice/src/planted.ts',
    "export const red = '#c00000';",
    'no-restricted-syntax',
  ],
  [
    'a stray text on a screen',
    'apps/backoffice/src/planted.tsx',
    'export const Stray = () => <p>Send it</p>;',
    'no-restricted-syntax',
  ],
  [
    'the texts of every screen on one of them',
    'apps/backoffice/src/planted.ts',
    "import '../shared/texts.js';",
    'no-restricted-syntax',
  ],
  [
    'a timer by promise',
    'apps/api/src/planted.ts',
    "import { setTimeout } from 'node:timers/promises';\nawait setTimeout(1);",
    'no-restricted-syntax',
  ],
  [
    'a timer of the global object',
    'apps/api/src/planted.ts',
    'globalThis.setTimeout(() => undefined, 1);',
    'no-restricted-syntax',
  ],
  [
    'randomness through a namespace',
    'apps/api/src/planted.ts',
    "import * as crypto from 'node:crypto';\nexport const id = crypto.randomBytes(4);",
    'no-restricted-syntax',
  ],
  [
    'random values of the web',
    'libs/telemetry/src/planted.ts',
    'crypto.getRandomValues(new Uint8Array(4));',
    'no-restricted-syntax',
  ],
  [
    'the high-resolution clock',
    'apps/api/src/planted.ts',
    'export const at = process.hrtime.bigint();',
    'no-restricted-syntax',
  ],
  [
    'the real clock outside a composition root',
    'apps/api/src/planted.ts',
    "export { systemClock } from '@flagpost/platform/system';\nimport '@flagpost/platform/system';",
    'no-restricted-syntax',
  ],
];

describe('lint', () => {
  it.each(planted)('refuses %s', async (_case, path, text, rule) => {
    expect(await lint(path, text)).toContain(rule);
  });

  it.each([
    ['an arrow down', 'apps/api/src/planted.ts', "export * from '@flagpost/domain';"],
    [
      'what contexts share, in one of them',
      'apps/api/src/history/planted.ts',
      "export * from '../views/events.projection.js';\nexport * from '../dependencies.js';",
    ],
    ['a given time', 'apps/api/src/planted.ts', 'export const at = new Date(0);'],
    ['the clock at a composition root', 'apps/standalone/src/main.ts', 'export const at = Date.now();'],
    ['testing helpers in a spec', 'apps/api/src/planted.spec.ts', "export * from '@flagpost/testing';"],
  ])('takes %s', async (_case, path, text) => {
    expect(await lint(path, text)).toEqual([]);
  });

  it('finds no room that declares an arrow it may not have', () => {
    const all = rooms();
    const wrong = all.flatMap((from) =>
      all
        .filter(
          (to) => from.declared.includes(to.name) && !FOR_SPECS.includes(to.type) && !arrowAllowed(from, to),
        )
        .map((to) => `${from.name} -> ${to.name}`),
    );
    expect(wrong).toEqual([]);
  });
});
