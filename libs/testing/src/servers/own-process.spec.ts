import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { expect, it } from '@jest/globals';
import { runOwn, type OwnProcess } from './own-process.js';

let folder = '';
const running = (script: string): OwnProcess => ({
  component: 'kafka',
  address: '127.0.0.1:1',
  environment: {},
  says: 'a program of this spec',
  async prepare(own) {
    folder = own;
    await writeFile(join(own, 'starts'), '');
  },
  launch: (cwd) => spawn(process.execPath, ['-e', script], { cwd, stdio: ['pipe', 'pipe', 'inherit'] }),
  serves: ({ stdout }) => once(stdout as Readable, 'data'),
});

it('keeps the folder of a server that is stopped, and removes it at the end', async () => {
  const server = await runOwn(
    running(
      "fs.appendFileSync('starts', 'one '); process.stdin.on('end', () => process.exit()).resume(); console.log('ready')",
    ),
  );
  await server.control?.stop();
  await server.control?.start();
  expect(await readFile(join(folder, 'starts'), 'utf8')).toBe('one one ');
  await server.end();
  expect(existsSync(folder)).toBe(false);
});

it('says that a server ended before it served, and leaves nothing', async () => {
  await expect(runOwn(running(''))).rejects.toThrow('a program of this spec: it ended before it served.');
  expect(existsSync(folder)).toBe(false);
});
