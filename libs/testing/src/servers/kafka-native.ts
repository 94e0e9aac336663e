import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { untilReady } from './docker.js';
import { freePort } from './free-port.js';
import type { RunningServer, Starter } from './server.js';

const run = promisify(execFile);

const POM = fileURLToPath(new URL('../../../../tools/servers/kafka/pom.xml', import.meta.url));
/** What the broker is told of itself; any 16 bytes. */
const CLUSTER_ID = 'Rmxh-XBvc3RGbGFncG9zdA';
const JVM = ['-Xmx512m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1'];
/** Ends the broker when this process is gone, however it went: its end of the pipe closes then. */
const WITH_US = '"$@" & broker=$!; cat > /dev/null; kill -9 $broker; wait $broker';

/** Of Kafka, as the pom names it. */
export const kafkaVersion = async (): Promise<string> =>
  /<artifactId>kafka_[\d.]+<\/artifactId>\s*<version>([\d.]+)</.exec(await readFile(POM, 'utf8'))?.[1] ?? '';

/** The jars of this version, fetched from Maven Central where nobody has fetched them yet. */
const jarsOf = async (version: string): Promise<string> => {
  const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'flagpost');
  const jars = join(cache, `kafka-${version}`);
  if (existsSync(jars)) return jars;
  await mkdir(cache, { recursive: true });
  const fetched = await mkdtemp(join(cache, 'kafka-fetching-'));
  const copy = ['-B', '-q', '-f', POM, 'dependency:copy-dependencies', `-DoutputDirectory=${fetched}`];
  try {
    await run('mvn', copy);
    // Another process may have been first: its jars are the same.
    await rename(fetched, jars).catch((error: unknown) => {
      if (!existsSync(jars)) throw error;
    });
  } finally {
    await rm(fetched, { recursive: true, force: true });
  }
  return jars;
};

const settings = (folder: string, port: number, controllerPort: number): string =>
  Object.entries({
    'process.roles': 'broker,controller',
    'node.id': 1,
    'controller.quorum.voters': `1@127.0.0.1:${controllerPort}`,
    listeners: `PLAINTEXT://127.0.0.1:${port},CONTROLLER://127.0.0.1:${controllerPort}`,
    'advertised.listeners': `PLAINTEXT://127.0.0.1:${port}`,
    'controller.listener.names': 'CONTROLLER',
    'log.dirs': join(folder, 'data'),
    'auto.create.topics.enable': false,
    'offsets.topic.num.partitions': 4,
    'offsets.topic.replication.factor': 1,
    'transaction.state.log.replication.factor': 1,
    'transaction.state.log.min.isr': 1,
    'share.coordinator.state.topic.replication.factor': 1,
    'share.coordinator.state.topic.min.isr': 1,
    'group.initial.rebalance.delay.ms': 0,
    'log.cleaner.backoff.ms': 500,
  })
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');

const wayToHave = async (): Promise<{ jars: string; version: string } | { why: string }> => {
  for (const [program, asked] of [
    ['java', '-version'],
    ['mvn', '-version'],
  ] as const) {
    const found = await run(program, [asked]).catch(() => null);
    if (found === null) return { why: `${program} is not on the path` };
  }
  const version = await kafkaVersion();
  try {
    return { jars: await jarsOf(version), version };
  } catch (error) {
    return { why: `Maven could not fetch Kafka ${version}: ${firstLine(error)}` };
  }
};

const firstLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n', 1)[0] ?? '';

/** A single broker from the jars of Maven Central, in a folder and on ports of its own. */
export const nativeKafka =
  (ask: (address: string) => Promise<unknown>): Starter =>
  async (): Promise<RunningServer | { why: string }> => {
    const way = await wayToHave();
    if ('why' in way) return way;
    const folder = await mkdtemp(join(tmpdir(), 'flagpost-kafka-'));
    const [port, controllerPort] = [await freePort(), await freePort()];
    const address = `127.0.0.1:${port}`;
    const properties = join(folder, 'server.properties');
    await writeFile(properties, settings(folder, port, controllerPort));
    const java = ['java', ...JVM, '-cp', join(way.jars, '*')];
    await run('java', [
      ...java.slice(1),
      'kafka.tools.StorageTool',
      'format',
      '-t',
      CLUSTER_ID,
      '-c',
      properties,
    ]);

    let broker: ChildProcess | null = null;
    const stop = async (): Promise<void> => {
      const ending = broker;
      broker = null;
      if (ending === null) return;
      const gone = once(ending, 'exit');
      ending.stdin?.end();
      await gone;
    };
    const start = async (): Promise<void> => {
      const child = spawn('sh', ['-c', WITH_US, 'sh', ...java, 'kafka.Kafka', properties], {
        stdio: ['pipe', 'ignore', 'ignore'],
        cwd: dirname(properties),
      });
      broker = child;
      await untilReady(() => ask(address));
    };
    const end = async (): Promise<void> => {
      await stop();
      await rm(folder, { recursive: true, force: true });
    };
    try {
      await start();
    } catch (error) {
      await end();
      throw error;
    }
    const says = `Kafka ${way.version} from Maven Central, on this machine`;
    return { component: 'kafka', address, says, control: { stop, start }, end };
  };
