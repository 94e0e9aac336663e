import type { Component, RunningServer, Starter } from './server.js';

/** The servers that are there for a suite, a bench or a race at one's desk, and why others are not. */
export interface Servers {
  readonly running: ReadonlyMap<Component, RunningServer>;
  readonly missing: ReadonlyMap<Component, string>;
  /** Ends all started servers, even if one of them fails to end. */
  end(): Promise<void>;
}

export type Starters = Readonly<Record<Component, Starter>>;

/** Starts one server per component, each by the first available way. @throws its error; nothing is left running. */
export const startBy = async (starters: Starters, wanted: readonly Component[]): Promise<Servers> => {
  const outcomes = await Promise.allSettled(wanted.map((component) => starters[component]()));
  const running = new Map<Component, RunningServer>();
  const missing = new Map<Component, string>();
  for (const [index, component] of wanted.entries()) {
    const outcome = outcomes[index];
    if (outcome?.status !== 'fulfilled') continue;
    if ('why' in outcome.value) missing.set(component, outcome.value.why);
    else running.set(component, outcome.value);
  }
  const end = async (): Promise<void> => {
    const ended = await Promise.allSettled([...running.values()].map((server) => server.end()));
    running.clear();
    for (const each of ended) if (each.status === 'rejected') throw each.reason;
  };
  for (const outcome of outcomes)
    if (outcome.status === 'rejected') {
      await end();
      throw outcome.reason;
    }
  return { running, missing, end };
};

/** One line per component: the server in use and its version, or the reason why there is none. */
export const linesOf = ({ running, missing }: Servers): readonly string[] => [
  ...[...running.values()].map(({ component, says }) => `${component}: ${says}`),
  ...[...missing].map(([component, why]) => `${component}: none (${why})`),
];

/** The settings by which programs reach them, as environment variables. */
export const addressesOf = ({ running }: Servers): Readonly<Record<string, string>> =>
  Object.fromEntries([...running.values()].flatMap(({ environment }) => Object.entries(environment)));
