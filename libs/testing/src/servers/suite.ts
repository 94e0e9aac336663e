import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen } from '@flagpost/platform';
import type { Servers } from './servers.js';
import { COMPONENTS, type Component, type ServerControl } from './server.js';

/**
 * How the specs of the infra suite get at the servers that its setup started, in another process or another module
 * world: addresses by the environment, stopping and starting by calls on loopback. Each worker of the test runner has
 * servers of its own, as a spec may stop one that another would use.
 */
export interface SuiteServer {
  readonly address: string;
  /** The settings by which programs reach it, as environment variables. */
  readonly environment: Readonly<Record<string, string>>;
  readonly says: string;
  readonly control: ServerControl | null;
}

const VARIABLE = 'FLAGPOST_SUITE_SERVERS';

type HandedOver =
  (Omit<SuiteServer, 'control'> & { readonly controlUrl: string | null }) | { readonly why: string };
type HandedSet = Readonly<Partial<Record<Component, HandedOver>>>;

/** The data that the setup passes to the specs. */
export interface Shared {
  readonly environment: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** @param sets of servers, one for each worker */
export const shareServers = async (sets: readonly Servers[]): Promise<Shared> => {
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const [set, component, verb] = (request.url ?? '').slice(1).split('/') as [
      string,
      Component,
      keyof ServerControl,
    ];
    try {
      await sets[Number(set)]?.running.get(component)?.control?.[verb]();
      response.writeHead(204).end();
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  };
  const http = createServer((request, response) => void answer(request, response));
  const url = await listen(http, { port: 0, host: '127.0.0.1' });

  const handed = sets.map(({ running, missing }, set): HandedSet => {
    const ofComponent = (component: Component): HandedOver => {
      const server = running.get(component);
      if (server === undefined) return { why: missing.get(component) ?? 'not asked for' };
      const { address, environment, says, control } = server;
      return {
        address,
        environment,
        says,
        controlUrl: control === null ? null : `${url}/${set}/${component}`,
      };
    };
    return Object.fromEntries(COMPONENTS.map((component) => [component, ofComponent(component)]));
  });
  return {
    environment: { [VARIABLE]: JSON.stringify(handed) },
    async close() {
      http.close();
      http.closeAllConnections();
    },
  };
};

const call = async (url: string, verb: keyof ServerControl): Promise<void> => {
  const answer = await fetch(`${url}/${verb}`, { method: 'POST' });
  if (!answer.ok) throw new Error(await answer.text());
};

/** The server of this component in the running suite, or why there is none. */
export const suiteServer = (component: Component): SuiteServer | { readonly why: string } => {
  const sets = JSON.parse(process.env[VARIABLE] ?? '[]') as readonly HandedSet[];
  // Workers are counted from 1.
  const found = sets[Number(process.env.JEST_WORKER_ID) - 1]?.[component] ?? {
    why: 'not run by npm run test:infra',
  };
  if ('why' in found) return found;
  const { controlUrl, ...server } = found;
  const control =
    controlUrl === null
      ? null
      : { stop: () => call(controlUrl, 'stop'), start: () => call(controlUrl, 'start') };
  return { ...server, control };
};

/** The settings by which programs reach them, as environment variables. */
export const suiteAddresses = (
  servers: Readonly<Partial<Record<Component, SuiteServer>>>,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    COMPONENTS.flatMap((component) => Object.entries(servers[component]?.environment ?? {})),
  );

interface Describe {
  (title: string, body: () => void): void;
  readonly skip: (title: string, body: () => void) => void;
}

/**
 * A suite over servers of these components. If one is missing it is skipped, with the reason in its name; `describe` is
 * the test runner's.
 */
export const describeOver = <C extends Component>(
  describe: Describe,
  title: string,
  components: readonly C[],
  body: (servers: Readonly<Record<C, SuiteServer>>) => void,
): void => {
  const found = components.map((component) => [component, suiteServer(component)] as const);
  const reasons = found.flatMap(([component, server]) =>
    'why' in server ? [`no ${component}: ${server.why}`] : [],
  );
  const servers = Object.fromEntries(found) as unknown as Record<C, SuiteServer>;
  if (reasons.length === 0) describe(title, () => body(servers));
  else describe.skip(`${title} (skipped: ${reasons.join('; ')})`, () => body(servers));
};
