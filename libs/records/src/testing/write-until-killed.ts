/** Writes records endlessly, to be killed by a spec. Prints what was stored. */
import { threads } from '@flagpost/storage/testing';
import { sqliteRecords } from '../sqlite/index.js';

const [path = ''] = process.argv.slice(2);
const storage = threads();
const records = sqliteRecords({ path, storage });
const print = (line: string): void => void process.stdout.write(`${line}\n`);

const countUp = async (): Promise<never> => {
  for (;;) print(`sequence ${await records.sequences.next('event')}`);
};
const saveState = async (): Promise<never> => {
  for (let version = (await records.ingestStates.load(0))?.version ?? 0; ; version++) {
    const state = new Uint8Array(1_000).fill(version % 256);
    if (await records.ingestStates.save(0, version, version * 10, state)) print(`state ${version + 1}`);
  }
};
const putBlocks = async (): Promise<never> => {
  for (let minute = 0; ; minute++) {
    const bytes = new Uint8Array(300).fill(minute % 256);
    await records.history.put([1, 2].map((invitationId) => ({ eventId: 1, minute, invitationId, bytes })));
    print(`minute ${minute}`);
  }
};
await Promise.all([countUp(), countUp(), saveState(), putBlocks()]);
