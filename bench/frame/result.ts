import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { arch, cpus, platform, totalmem } from 'node:os';
import type { Result } from './compare.ts';
import type { Conditions } from './conditions.ts';

/** Libraries that a figure may hang on. */
const LIBRARIES = ['kafkajs', 'ws', 'socket.io', '@nestjs/core'];

const versionOf = (library: string): string => {
  const manifest = new URL(`../../node_modules/${library}/package.json`, import.meta.url);
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version;
};

const versions = () => ({
  node: process.version,
  v8: process.versions.v8,
  sqlite: process.versions.sqlite,
  ...Object.fromEntries(LIBRARIES.map((library) => [library, versionOf(library)])),
});

const machine = (): string =>
  `${cpus().length} x ${cpus()[0]?.model.trim() ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GiB, ${platform()} ${arch()}`;

export interface Whole {
  readonly name: string;
  readonly results: readonly Result[];
  readonly notes: Readonly<Record<string, string>>;
  readonly rounds: number;
  readonly command: string;
  readonly conditions: Conditions;
}

/** Writes `results/<name>.json`: the bench's own comparison, and under `further` those that show how cost grows. */
export const writeResult = (whole: Whole): void => {
  const { name, results, notes, rounds, command, conditions } = whole;
  const [own, ...further] = results;
  if (own === undefined) return;
  const written = {
    name,
    ...own,
    ...(further.length > 0 ? { further } : {}),
    ...(Object.keys(notes).length > 0 ? { notes } : {}),
    rounds,
    command,
    versions: versions(),
    machine: machine(),
    conditions,
  };
  const url = new URL(`../results/${name}.json`, import.meta.url);
  mkdirSync(new URL('.', url), { recursive: true });
  writeFileSync(url, `${JSON.stringify(written, null, 2)}\n`);
};
