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

/** Settings that belong to an address. */
const BESIDE: Readonly<Record<Component, readonly string[]>> = {
  kafka: ['KAFKA_TLS', 'KAFKA_TLS_CA', 'KAFKA_SASL', 'KAFKA_USERNAME', 'KAFKA_PASSWORD'],
  mongo: [],
  eventstore: ['EVENTSTORE_USERNAME', 'EVENTSTORE_PASSWORD'],
};

/** The settings of a component that are in this process's environment. */
const settingsOf = (component: Component): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [ADDRESS_VARIABLES[component], ...BESIDE[component]].flatMap((name) => {
      const value = process.env[name] ?? '';
      return value === '' ? [] : [[name, value]];
    }),
  );

/**
 * A server with an address in the environment. `asked` returns its description and version, and throws if it does not
 * answer: if an address is given but does not work, no other way is tried.
 */
export const fromEnvironment =
  (
    component: Component,
    asked: (environment: Readonly<Record<string, string>>) => Promise<string>,
  ): Starter =>
  async (): Promise<RunningServer | { why: string }> => {
    const variable = ADDRESS_VARIABLES[component];
    const address = process.env[variable] ?? '';
    if (address === '') return { why: `${variable} is not set` };
    const environment = settingsOf(component);
    const says = `${await asked(environment)}, at the address in ${variable}`;
    return { component, address, environment, says, control: null, end: async () => undefined };
  };
