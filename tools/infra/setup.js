import { linesOf, shareServers, startServers } from '@flagpost/testing/servers';
import { onInterrupted } from './interrupted.js';

/** Real servers for the infra suite, a set for each worker: started once, ended with it, also when it is interrupted. */

/** Without these the suite proves too little in CI, where nobody reads which suites were skipped. */
const NEEDED_IN_CI = ['kafka', 'mongo'];

/** @param encryption of the servers that are ours; not encrypted if left out */
export const setUp = async ({ maxWorkers }, encryption) => {
  const ends = [];
  const end = async () => {
    const ended = await Promise.allSettled(ends.map((one) => one()));
    for (const { status, reason } of ended) if (status === 'rejected') throw reason;
  };
  globalThis.endInfra = end;
  onInterrupted(() => void end().finally(() => process.exit(1)));
  try {
    const sets = [];
    // One after the other: the others reuse what the first fetches or builds.
    for (let worker = 0; worker < maxWorkers; worker += 1) {
      const servers = await startServers(undefined, encryption);
      ends.push(servers.end);
      sets.push(servers);
    }
    const shared = await shareServers(sets);
    ends.push(shared.close);
    Object.assign(process.env, shared.environment);

    const [servers] = sets;
    console.log(['', ...linesOf(servers), `A set of them for each of ${sets.length} workers.`].join('\n'));
    const missing = NEEDED_IN_CI.filter((component) => servers.missing.has(component));
    if (process.env.CI === 'true' && missing.length > 0)
      throw new Error(
        `The infra suite needs ${missing.join(' and ')} here; the lines above say why it is missing.`,
      );
  } catch (error) {
    await end();
    throw error;
  }
};

export default (config) => setUp(config);
