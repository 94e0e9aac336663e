import type { Component, RunningServer, Starter } from './server.js';

/** Takes the first of several ways to have a component; where none works here, says why each does not. */
export const firstOf =
  (...ways: readonly Starter[]): Starter =>
  async () => {
    const reasons: string[] = [];
    for (const way of ways) {
      const found = await way();
      if (!('why' in found)) return found;
      reasons.push(found.why);
    }
    return { why: reasons.join('; ') };
  };

/** Where the address of each component stands, for the suites and for the programs alike. */
export const ADDRESS_VARIABLES: Readonly<Record<Component, string>> = {
  kafka: 'KAFKA_BROKERS',
  mongo: 'MONGO_URL',
  eventstore: 'EVENTSTORE_URL',
};

/**
 * A server that somebody else runs: its address stands in the environment. `asked` says what answers there, with its
 * version, and throws where nothing does: an address that was given and does not work is no reason to take another way.
 */
export const fromEnvironment =
  (component: Component, asked: (address: string) => Promise<string>): Starter =>
  async (): Promise<RunningServer | { why: string }> => {
    const variable = ADDRESS_VARIABLES[component];
    const address = process.env[variable] ?? '';
    if (address === '') return { why: `${variable} is not set` };
    const says = `${await asked(address)}, at the address in ${variable}`;
    return { component, address, says, control: null, end: async () => undefined };
  };
