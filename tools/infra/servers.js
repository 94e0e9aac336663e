import { addressesOf, linesOf, startServers } from '@flagpost/testing/servers';
import { untilInterrupted } from './interrupted.js';

/** `npm run servers`: starts the available servers, prints their addresses as environment lines, ends all on Ctrl-C. */
const servers = await startServers();
for (const line of linesOf(servers)) console.log(`# ${line}`);
for (const [variable, address] of Object.entries(addressesOf(servers))) console.log(`${variable}=${address}`);
console.log('# Ctrl-C ends them and removes their files.');

await untilInterrupted();
await servers.end();
