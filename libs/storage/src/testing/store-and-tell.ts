/** Stores notes one after another, and prints each when it was acknowledged. */
import { writeSync } from 'node:fs';
import { file as notes } from './notes.js';
import { threads } from './threads.js';

const [path = '', count = '0'] = process.argv.slice(2);
const storage = threads();
const file = storage.open(notes, { path });
for (let note = 1; note <= Number(count); note += 1) {
  await Promise.all([file.write('put', `note ${note}`, 'one'), file.write('put', `other ${note}`, 'two')]);
  writeSync(1, `stored ${note}\n`);
}
await file.close();
