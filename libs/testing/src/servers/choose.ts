import type { Component, RunningServer, Starter } from './server.js';

/** Uses the first of several ways to provide a component that works; if none does, reports why each failed. */
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

/** The environment variable with the address of each component, for suites and programs. */
export const ADDRESS_VARIABLES: Readonly<Record<Component, string>> = {
  kafka: 'KAFKA_BROKERS',
  mongo: 'MONGO_URL',
  eventstore: 'EVENTSTORE_URL',
};

/**
 * A server with an address in the environment. `asked` returns its description and version, and throws if it does not
 * answer: if an address is given but does not work, no other way is tried.
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
