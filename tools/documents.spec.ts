import { globSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { DAY_MS, TOPIC_DEFINITIONS, TOPICS } from '@flagpost/contracts';
import { apiFolders } from './rooms.js';

const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
const namesIn = (text: string, pattern: RegExp): readonly string[] => [
  ...new Set([...text.matchAll(pattern)].map(([found, name]) => name ?? found)),
];

describe.each(['docs/privacy.md', 'docs/operations.md'])('%s', (path) => {
  const page = read(path);

  it('names files of the data folder as the code does', () => {
    const code = [
      'libs/platform/src/data-folder.ts',
      'apps/standalone/src/main.ts',
      'apps/standalone/src/backup/manifest.ts',
    ]
      .map(read)
      .join('');
    const files = namesIn(page, /\b\w+\.(?:db|sqlite|log|json)\b/g).filter(
      (name) => !['package.json', 'flagpost.json'].includes(name),
    );
    expect(files.length).toBeGreaterThan(0);
    const isKnown = (name: string): boolean =>
      code.includes(`'${name}'`) || code.includes(`\`${name}\``) || code.includes(name);
    expect(files.filter((name) => !isKnown(name))).toEqual([]);
  });

  it('names metrics and topics as the code does', () => {
    const code = read('libs/observability/src/catalogue.ts') + read('libs/contracts/src/live/topics.ts');
    const names = namesIn(
      page,
      /`((?:flagpost_\w+|competitor\.positions|positions\.inbound|race\.\w+|dead\.letters))`/g,
    );
    expect(names.filter((name) => !code.includes(name))).toEqual([]);
  });

  it('names calls that are there', () => {
    const calls = read('docs/permissions.md');
    const named = namesIn(page, /`((?:GET|POST|PUT|PATCH|DELETE) \/[^`?]*)/g).map((call) =>
      call.replace(' /api', ' ').replace(/\/$/, ''),
    );
    expect(named.filter((call) => !calls.includes(`\`${call}\``))).toEqual([]);
  });
});

it.each(globSync('{README,docs/*,bench/*}.md', { cwd: new URL('..', import.meta.url) }))(
  '%s starts our programs by npm, which brings the node that they need',
  (path) => {
    expect(namesIn(read(path), /(?<!npm exec -- )\bnode (?:--\S+ )*(?:tools|bench|libs|apps)\/\S+/g)).toEqual(
      [],
    );
  },
);

it('docs/architecture.md names every folder of the api', () => {
  const [, part = ''] = /^Inside `apps\/api\/src`([^]*?)^Inside /m.exec(read('docs/architecture.md')) ?? [];
  const named = new Set(part.match(/[a-z]+(?:-[a-z]+)*/g));
  expect(
    apiFolders()
      .map(({ folder }) => folder)
      .filter((folder) => !named.has(folder)),
  ).toEqual([]);
});

describe('docs/operations.md', () => {
  it('quotes words of the log and of health as the programs write them', () => {
    const cwd = new URL('..', import.meta.url);
    const code = globSync('{apps,libs}/*/src/**/*.ts', { cwd })
      .filter((path) => !path.endsWith('.spec.ts'))
      .map(read)
      .join('\n');
    const quoted = namesIn(read('docs/operations.md'), /`([a-z]+(?:\s+[a-z]+)+)`/g)
      .map((words) => words.replace(/\s+/g, ' '))
      .filter((words) => !/^(npm|docker) /.test(words));
    expect(quoted).toContain('viewer dropped');
    expect(quoted.filter((words) => !code.includes(`'${words}`))).toEqual([]);
  });
});

describe('docs/privacy.md', () => {
  const page = read('docs/privacy.md');

  it('says how much of a value that cannot be read is kept, and for how long', () => {
    const days = TOPIC_DEFINITIONS.flatMap((topic) =>
      topic.name === TOPICS.deadLetters ? [topic.retainMs / DAY_MS] : [],
    );
    const [, characters = ''] =
      /MAX_CHARACTERS = ([\d_]+)/.exec(read('libs/messaging/src/dead-letters.ts')) ?? [];
    const row = page.split('\n').find((line) => line.startsWith('|') && line.includes('`dead.letters`'));
    expect(row).toContain(`${characters.replace('_', ',')} characters`);
    expect(row).toContain(`| ${days.join()} days `);
  });

  it('says how long limits keep addresses at most', () => {
    const seconds = [
      'identity/login-limits',
      'identity/recovery-limits',
      'identity/browser-links',
      'competitors/drive',
      'client-reports/client-reports.controller',
    ].flatMap((name) =>
      [...read(`apps/api/src/${name}.ts`).matchAll(/duration: (\d+(?: \* \d+)*)/g)].map(([, product = '']) =>
        product
          .split(' * ')
          .map(Number)
          .reduce((one, other) => one * other),
      ),
    );
    expect(Math.max(...seconds)).toBe(60 * 60);
    expect(page).toMatch(/limits keep addresses in\s+memory, for up to an hour\./);
  });
});

describe('docs/decisions', () => {
  const decisions = readdirSync(new URL('../docs/decisions', import.meta.url)).filter((name) =>
    /^\d/.test(name),
  );

  it.each(decisions)('%s has its date, its status and what was turned down', (name) => {
    const page = read(`docs/decisions/${name}`);
    expect(page.split('\n').slice(1, 4).join('\n')).toMatch(
      /(2\d{3}-\d\d-\d\d|\d\d? [A-Z][a-z]+ 2\d{3})[^]*(accepted|superseded by)/i,
    );
    expect(page).toMatch(/^\*\*Turned down\.\*\*/m);
  });
});
