import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { ADDRESS_VARIABLES } from './choose.js';
import { addressesOf, type Servers } from './servers.js';
import { COMPONENTS, type Component, type ServerControl } from './server.js';

/**
 * How the specs of the infra suite get at the servers that its setup started once, in another process or another module
 * world: addresses by the environment, stopping and starting by calls on loopback.
 */
export interface SuiteServer {
  readonly address: string;
  readonly says: string;
  readonly control: ServerControl | null;
}

const VARIABLE = 'FLAGPOST_SUITE_SERVERS';

type HandedOver =
  | { readonly address: string; readonly says: string; readonly controlUrl: string | null }
  | { readonly why: string };

/** What the setup hands over: the addresses as programs read them, and the rest for `suiteServer`. */
export interface Shared {
  readonly environment: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

export const shareServers = async (servers: Servers): Promise<Shared> => {
  const { running, missing } = servers;
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const [component, verb] = (request.url ?? '').slice(1).split('/') as [Component, keyof ServerControl];
    try {
      await running.get(component)?.control?.[verb]();
      response.writeHead(204).end();
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  };
  const http = createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1');
  await once(http, 'listening');
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;

  const handed: [Component, HandedOver][] = COMPONENTS.map((component) => {
    const server = running.get(component);
    if (server === undefined) return [component, { why: missing.get(component) ?? 'not asked for' }];
    const { address, says, control } = server;
    return [component, { address, says, controlUrl: control === null ? null : `${url}/${component}` }];
  });
  return {
    environment: {
      ...addressesOf(servers),
      [VARIABLE]: JSON.stringify(Object.fromEntries(handed)),
    },
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
  const handed = JSON.parse(process.env[VARIABLE] ?? '{}') as Partial<Record<Component, HandedOver>>;
  const found = handed[component] ?? { why: 'not run by npm run test:infra' };
  if ('why' in found) return found;
  const { address, says, controlUrl } = found;
  const control =
    controlUrl === null
      ? null
      : { stop: () => call(controlUrl, 'stop'), start: () => call(controlUrl, 'start') };
  return { address, says, control };
};

/** Their addresses as programs read them from their environment. */
export const suiteAddresses = (
  servers: Readonly<Partial<Record<Component, SuiteServer>>>,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    COMPONENTS.flatMap((component) => {
      const server = servers[component];
      return server === undefined ? [] : [[ADDRESS_VARIABLES[component], server.address]];
    }),
  );

interface Describe {
  (title: string, body: () => void): void;
  readonly skip: (title: string, body: () => void) => void;
}

/**
 * A suite over servers of these components. Where one is missing it is skipped, by a name that says why; `describe` is
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
