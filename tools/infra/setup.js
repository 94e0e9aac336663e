import { linesOf, shareServers, startServers } from '@flagpost/testing/servers';
import { onInterrupted } from './interrupted.js';

/** Real servers for the infra suite: started once, ended with it, also when it is interrupted. */

/** Without these the suite says nothing worth hearing, where nobody reads which suites were skipped. */
const NEEDED_IN_CI = ['kafka', 'mongo'];

export default async () => {
  const servers = await startServers();
  const shared = await shareServers(servers);
  const end = async () => {
    await shared.close();
    await servers.end();
  };
  globalThis.endInfra = end;
  onInterrupted(() => void end().finally(() => process.exit(1)));

  console.log(['', ...linesOf(servers)].join('\n'));
  Object.assign(process.env, shared.environment);
  const missing = NEEDED_IN_CI.filter((component) => servers.missing.has(component));
  if (process.env.CI === 'true' && missing.length > 0) {
    await end();
    throw new Error(
      `The infra suite needs ${missing.join(' and ')} here; the lines above say why it is missing.`,
    );
  }
};
