/**
 * The double as a separate process: `process.js FILE PORT [CERTIFICATE KEY]`, with TLS if it is given the PEM files, and
 * with one user if the environment has EVENTSTORE_USERNAME and EVENTSTORE_PASSWORD. It prints one line when it is ready,
 * and exits when its parent does, as its standard input closes then.
 */
import { readFileSync } from 'node:fs';
import { startEventStoreDouble } from './index.js';

const [path = '', port, certificate, key] = process.argv.slice(2);
const { EVENTSTORE_USERNAME: username = '', EVENTSTORE_PASSWORD: password = '' } = process.env;
const double = await startEventStoreDouble({
  path,
  port: Number(port),
  ...(certificate === undefined || key === undefined
    ? {}
    : { tls: { cert: readFileSync(certificate, 'utf8'), key: readFileSync(key, 'utf8') } }),
  ...(username === '' ? {} : { user: { username, password } }),
});
process.stdin.on('end', () => process.exit(0)).resume();
process.stdout.write(`The double of EventStoreDB serves ${double.address}\n`);
