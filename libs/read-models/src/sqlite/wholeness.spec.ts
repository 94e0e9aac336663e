import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Position } from '@flagpost/event-sourcing';
import { lapCount } from '../testing/lap-count.js';
import { sqliteReadModels } from './index.js';
import { bootOfMachine, markOpen, statePath } from './wholeness.js';

/** Built by `npm test`. */
const PROGRAM = fileURLToPath(new URL('../../dist/testing/write-until-killed.js', import.meta.url));
const at = (count: number): Position => String(count).padStart(16, '0') as Position;
const BOOT = 'one boot';
const PROJECTION = lapCount();

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'flagpost-whole-'));
  path = join(folder, 'views.db');
});
afterEach(() => rmSync(folder, { recursive: true }));

const open = (boot: string | null = BOOT) => sqliteReadModels({ path, projections: [PROJECTION], boot });

/** Views with one document, closed. */
const closedViews = async (boot: string | null = BOOT): Promise<void> => {
  const readModels = open(boot);
  await readModels.drop(PROJECTION.name, 1, PROJECTION.views);
  await readModels.view('lap-count').put(1, { car: 1 }, at(1));
  await readModels.saveCheckpoint(PROJECTION.name, { version: 1, position: at(1) }, null);
  await readModels.close();
};
/** As a process leaves it that is killed after it opened the file. */
const leaveOpen = (boot: string | null): void => markOpen(path, boot);

/** Whether the views are still there. */
const kept = async (boot: string | null = BOOT): Promise<boolean> => {
  const readModels = open(boot);
  const checkpoint = await readModels.checkpoint(PROJECTION.name);
  const documents = await readModels.view('lap-count').count({});
  await readModels.close();
  expect(documents).toBe(checkpoint === null ? 0 : 1);
  return checkpoint !== null;
};

describe('views in a file are kept', () => {
  it('after a clean close, whatever happened to the machine since', async () => {
    await closedViews();
    expect(await kept('another boot')).toBe(true);
    expect(await kept(null)).toBe(true);
  });

  it('after a kill, while the machine runs on', async () => {
    await closedViews();
    leaveOpen(BOOT);
    expect(await kept(BOOT)).toBe(true);
  });
});

describe('views in a file are thrown away', () => {
  it.each<[string, () => void, string | null]>([
    ['after the machine was started again', () => leaveOpen(BOOT), 'another boot'],
    ['after a kill, where the boot cannot be known', () => leaveOpen(null), null],
    ['where the state is missing', () => rmSync(statePath(path)), BOOT],
    ['where the state cannot be read', () => writeFileSync(statePath(path), '{"state":'), BOOT],
    [
      'where an open file was replaced by a copy',
      () => {
        leaveOpen(BOOT);
        copyFileSync(path, `${path}.copy`);
        renameSync(`${path}.copy`, path);
      },
      BOOT,
    ],
    ['where SQLite cannot read them', () => truncateSync(path, 5_000), BOOT],
    ['where they are something else', () => writeFileSync(path, 'a text'), BOOT],
  ])('%s', async (_, happens, boot) => {
    await closedViews(boot);
    happens();
    expect(await kept(boot)).toBe(false);
  });

  it('with all files that belong to them', async () => {
    await closedViews();
    writeFileSync(`${path}-wal`, 'frames of another file');
    rmSync(statePath(path));
    expect(await kept()).toBe(false);
    expect(existsSync(`${path}-wal`)).toBe(false);
  });
});

const onLinux = bootOfMachine() === null ? it.skip : it;

onLinux(
  'hold one state of documents and checkpoint, none earlier than what was saved, after each of 15 kills',
  async () => {
    for (let kill = 0; kill < 15; kill += 1) {
      const child = spawn(process.execPath, [PROGRAM, path], { stdio: ['ignore', 'pipe', 'inherit'] });
      const exited = once(child, 'exit');
      let output = '';
      for await (const text of child.stdout.setEncoding('utf8')) {
        output += String(text);
        if (output.split('\n').length > 3 + kill * 40) child.kill('SIGKILL');
      }
      await exited;
      const saved = Number(output.split('\n').at(-2));

      const readModels = sqliteReadModels({ path, projections: [PROJECTION] });
      const checkpoint = await readModels.checkpoint(PROJECTION.name);
      const last = Number(checkpoint?.position);
      expect(last).toBeGreaterThanOrEqual(saved);
      const counts = readModels.view<{ event: number }>('lap-count');
      expect(await counts.get('all')).toEqual({ event: last });
      const events = (await counts.find({})).map(({ event }) => event);
      expect(Math.max(...events)).toBe(last);
      expect(events.length).toBe(Math.min(last, 50) + 1);
      await readModels.close();
    }
  },
  120_000,
);
