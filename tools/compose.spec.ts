import { existsSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import type { ZodObject } from 'zod';
import { apiProgramConfig, keepsFiles, storesConfig } from '@flagpost/api';
import { loadConfig } from '@flagpost/platform';
import { simulatorConfig } from '@flagpost/simulator';
import { standaloneConfig } from '@flagpost/standalone';
import { ingestConfig } from '@flagpost/telemetry-ingest';
import { IMAGES } from '@flagpost/testing/servers';
import { IMAGE_ENVIRONMENT } from './images/image.js';

interface Service {
  readonly image?: string;
  readonly container_name?: string;
  readonly build?: { readonly args: { readonly APP: string } };
  readonly environment: Readonly<Record<string, string | number | boolean>>;
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
}
interface Compose {
  readonly name: string;
  readonly services: Readonly<Record<string, Service>>;
}

const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');

/** The settings that our services read. */
const PROGRAMS: Readonly<Record<string, ZodObject>> = {
  api: apiProgramConfig,
  'telemetry-ingest': ingestConfig,
  migrate: storesConfig,
  demo: simulatorConfig,
};

const SECRET = 'a secret of more than thirty-two letters';

/** As Compose fills in `${NAME}`, `${NAME:-default}` and `${NAME:?words}`. */
const filledIn = (text: string): string =>
  text.replace(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, name: string, kind?: string, given?: string) => {
    if (name === 'JWT_SECRET') return SECRET;
    return kind === '-' ? (given ?? '') : '';
  });

/** The settings of the api that `.env.example` explains, as both compose files read it. */
const apiSettings = [
  ...(/^# --- the api -.*?(?=^# --- )/ms.exec(read('.env.example'))?.[0] ?? '').matchAll(
    /^#?([A-Z][A-Z_]+)=/gm,
  ),
].map(([, name = '']) => name);
/** The account of the demo race. */
const DEMO_ACCOUNT: readonly string[] = ['FLAGPOST_EMAIL', 'FLAGPOST_PASSWORD'];
const unpassed = (environment: object, without: readonly string[]): string[] =>
  apiSettings.filter((name) => !(name in environment) && !without.includes(name));

describe('docker-compose.yml', () => {
  const text = read('docker-compose.yml');
  const { services } = parse(text, { merge: true }) as Compose;
  const ours = Object.entries(services).filter(([, { build }]) => build !== undefined);
  const environmentOf = (service: Service): Record<string, string> =>
    Object.fromEntries(
      Object.entries(service.environment).map(([name, value]) => [name, filledIn(String(value))]),
    );

  it('runs the programs that this spec knows', () => {
    expect(ours.map(([name]) => name).sort()).toEqual(Object.keys(PROGRAMS).sort());
  });

  describe.each(ours)('%s', (name, service) => {
    let config: ZodObject;
    beforeAll(() => {
      config = PROGRAMS[name] as ZodObject;
    });

    it('sets no variable that neither its configuration nor Node knows', () => {
      const known = [...Object.keys(config.shape), 'NODE_OPTIONS'];
      expect(Object.keys(service.environment).filter((variable) => !known.includes(variable))).toEqual([]);
    });

    it('has a configuration that can work', () => {
      expect(() => loadConfig(config, { ...IMAGE_ENVIRONMENT, ...environmentOf(service) })).not.toThrow();
    });
  });

  it.each(['api', 'migrate'])('lets %s keep nothing in files', (name) => {
    expect(keepsFiles(loadConfig(storesConfig, environmentOf(services[name] as Service)))).toBe(false);
  });

  it('passes every setting on that is explained for the api', () => {
    expect(unpassed(services.api?.environment ?? {}, ['DEMO_RACE', 'OUTBOX_DIR'])).toEqual([]);
  });

  it('passes the account of the demo race on', () => {
    expect(Object.keys(services.demo?.environment ?? {})).toEqual(expect.arrayContaining([...DEMO_ACCOUNT]));
  });

  it('demands the one secret', () => {
    expect(String(services.api?.environment.JWT_SECRET)).toMatch(/^\$\{JWT_SECRET:\?/);
  });

  it.each(Object.entries(IMAGES))(
    'runs the %s that the infra suite uses, on its port',
    (component, { image, port }) => {
      expect(services[component]?.image).toBe(image);
      const addresses = ours.flatMap(([, service]) =>
        Object.values(service.environment).flatMap((value) => {
          const found = new RegExp(`\\b${component}:(\\d+)`).exec(String(value));
          return found === null ? [] : [Number(found[1])];
        }),
      );
      expect(new Set(addresses)).toEqual(new Set([port]));
    },
  );

  it('publishes the ports that its programs listen on', () => {
    const listening = ours
      .filter(([, { ports }]) => ports !== undefined)
      .map(([, service]) => [
        service.ports?.[0]?.split(':').at(-1),
        environmentOf(service).PORT ?? IMAGE_ENVIRONMENT.PORT,
      ]);
    expect(listening).toHaveLength(2);
    for (const [published, inside] of listening) expect(published).toBe(inside);
  });
});

describe('docker-compose.standalone.yml', () => {
  const { name, services } = parse(read('docker-compose.standalone.yml')) as Compose;
  const { flagpost } = services;
  const environment = Object.fromEntries(
    Object.entries(flagpost?.environment ?? {}).map(([name, value]) => [name, filledIn(String(value))]),
  );

  it('is one service, of the standalone', () => {
    expect(Object.keys(services)).toEqual(['flagpost']);
    expect(flagpost?.build?.args.APP).toBe('standalone');
  });

  it('needs no setting, and none that the standalone does not know', () => {
    const known = Object.keys(standaloneConfig.shape);
    expect(Object.keys(environment).filter((name) => !known.includes(name))).toEqual([]);
    const config = loadConfig(standaloneConfig, { ...IMAGE_ENVIRONMENT, ...environment });
    expect(config).toMatchObject({ DEMO: false, DATA_DIR: '/data', PORT: 3000 });
  });

  it('runs the image with the options of Node that npm start has', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: { start: string } };
    expect(scripts.start).toContain(`node ${IMAGE_ENVIRONMENT.NODE_OPTIONS} apps/standalone/dist/main.js`);
  });

  it('passes every setting on that is explained for the api, but for those of several programs', () => {
    expect(unpassed(environment, ['OUTBOX_DIR', 'JWT_SECRET', 'DOORS_URL'])).toEqual([]);
    expect(Object.keys(environment)).toEqual(expect.arrayContaining([...DEMO_ACCOUNT]));
  });

  it('has the container, the image and the volume that docs/operations.md names', () => {
    const page = read('docs/operations.md');
    const namesAfter = (command: RegExp): string[] => [
      ...new Set([...page.matchAll(command)].map(([, given = '']) => given)),
    ];
    expect(namesAfter(/docker exec (\S+)/g)).toEqual([flagpost?.container_name]);
    expect(namesAfter(/docker build .*-t (\S+)/g)).toEqual([flagpost?.image]);
    expect(page).toContain(`\`${name}_data\``);
  });

  it('keeps everything in one volume, where the image has its data', () => {
    expect(flagpost?.volumes).toEqual([`data:${IMAGE_ENVIRONMENT.DATA_DIR}`]);
    expect(IMAGE_ENVIRONMENT.OUTBOX_DIR).toBe(`${IMAGE_ENVIRONMENT.DATA_DIR}/outbox`);
    expect(read('Dockerfile')).toContain(`mkdir -m 700 ${IMAGE_ENVIRONMENT.DATA_DIR} && chown node:node`);
  });
});

describe('the Dockerfile', () => {
  it('installs and builds before it is said for which app: once for all of them', () => {
    const [shared = '', ofApp = ''] = read('Dockerfile').split(/^ARG APP$/m);
    expect(shared).toMatch(/^RUN npm ci && npm run build$/m);
    expect(shared.match(/^FROM /gm)).toHaveLength(1);
    expect(ofApp).toContain('tools/assemble.js');
  });
});

describe('what docker compose measures', () => {
  const { services } = parse(read('docker-compose.yml'), { merge: true }) as Compose;
  const measured = Object.entries(services).filter(
    ([, { build, environment }]) => build !== undefined && 'METRICS_PORT' in environment,
  );
  const { scrape_configs: jobs } = parse(read('deploy/prometheus/prometheus.yml')) as {
    scrape_configs: { job_name: string; dns_sd_configs: [{ names: string[]; port: number }] }[];
  };

  it('is told to other containers, and at no published port', () => {
    expect(measured.map(([name]) => name)).toEqual(['api', 'telemetry-ingest']);
    for (const [, { environment, ports = [] }] of measured) {
      expect(environment.METRICS_HOST).toBe('0.0.0.0');
      expect(ports.filter((port) => port.includes(String(environment.METRICS_PORT)))).toEqual([]);
    }
  });

  it('is where Prometheus looks, under the jobs that its rules name', () => {
    expect(jobs.map(({ job_name, dns_sd_configs: [{ names, port }] }) => [job_name, names, port])).toEqual(
      measured.map(([name, { environment }]) => [name, [name], environment.METRICS_PORT]),
    );
    const named = [...read('deploy/prometheus/alerts.yml').matchAll(/job="([^"]+)"/g)].map(([, job]) => job);
    expect(named.sort()).toEqual(jobs.map(({ job_name }) => job_name).sort());
  });

  it('mounts files that are there', () => {
    const mounted = ['prometheus', 'grafana'].flatMap((name) =>
      (services[name]?.volumes ?? []).flatMap((volume) => /^\.\/([^:]+):/.exec(volume)?.[1] ?? []),
    );
    expect(mounted).toHaveLength(4);
    for (const path of mounted) expect(existsSync(new URL(`../${path}`, import.meta.url))).toBe(true);
  });
});

describe('.env.example', () => {
  const explained = new Set(
    [...read('.env.example').matchAll(/^#?([A-Z][A-Z_]+)=/gm)].map(([, name]) => name),
  );

  it('explains every setting of every program', () => {
    const settings = [...Object.values(PROGRAMS), standaloneConfig].flatMap(({ shape }) =>
      Object.keys(shape),
    );
    // INIT_CWD is npm's word to a script.
    expect(settings.filter((name) => name !== 'INIT_CWD' && !explained.has(name))).toEqual([]);
  });

  it('explains every variable of the compose files', () => {
    const files = `${read('docker-compose.yml')}${read('docker-compose.standalone.yml')}`;
    const asked = [...files.matchAll(/\$\{(\w+)/g)].map(([, name]) => name);
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.filter((name) => !explained.has(name))).toEqual([]);
  });

  it('explains nothing that neither a program nor docker compose reads', () => {
    const settings = new Set([
      ...[...Object.values(PROGRAMS), standaloneConfig].flatMap(({ shape }) => Object.keys(shape)),
      'PUBLISH_ADDRESS',
    ]);
    expect([...explained].filter((name) => !settings.has(name as string))).toEqual([]);
  });
});
