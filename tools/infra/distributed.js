import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { addressesOf, linesOf, startServers } from '@flagpost/testing/servers';
import { startCluster } from '@flagpost/race-testing/cluster';
import { untilInterrupted } from './interrupted.js';

/**
 * `npm run start:distributed`: the real servers that can be started here, two apis, two telemetry-ingests and the demo
 * race; Ctrl-C ends them all. Nothing is kept.
 */
const ends = [];
const end = async () => {
  for (const each of ends.toReversed()) await each().catch((error) => console.error(error));
};
const interrupted = untilInterrupted();

const start = async () => {
  const servers = await startServers();
  ends.push(() => servers.end());
  for (const line of linesOf(servers)) console.log(line);
  if (servers.missing.size > 0)
    throw new Error('All three are needed; the lines above say why one is missing.');

  const cluster = await startCluster({ addresses: addressesOf(servers) });
  ends.push(() => cluster.stop());
  for (const { name, url } of [...cluster.ingests, ...cluster.apis]) console.log(`${name}: ${url}`);

  const simulator = fileURLToPath(new URL('../../apps/simulator/dist/main.js', import.meta.url));
  const demo = spawn(process.execPath, [simulator], {
    env: { ...process.env, API_URL: cluster.apis[0].url },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  ends.push(async () => {
    const gone = once(demo, 'exit');
    demo.kill();
    await gone;
  });
  console.log(
    'The demo race runs. Sign in at either api as director@flagpost.demo with Flagpost1. Ctrl-C ends all.',
  );
};

try {
  await Promise.race([start(), interrupted]);
  await interrupted;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
await end();
process.exit();
