/**
 * The double as a separate process: `process.js FILE PORT`. It prints one line when it is ready, and exits when its
 * parent does, as its standard input closes then.
 */
import { startEventStoreDouble } from './index.js';

const [path = '', port] = process.argv.slice(2);
const double = await startEventStoreDouble({ path, port: Number(port) });
process.stdin.on('end', () => process.exit(0)).resume();
process.stdout.write(`The double of EventStoreDB serves ${double.address}\n`);
