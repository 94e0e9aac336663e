import { spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { untilReady } from './docker.js';
import { freePort } from './free-port.js';
import { made, run } from './made.js';
import { runOwn } from './own-process.js';
import type { RunningServer, Starter } from './server.js';

const POM = fileURLToPath(new URL('../../../../tools/servers/kafka/pom.xml', import.meta.url));
/** The broker's cluster id; any 16 bytes. */
const CLUSTER_ID = 'Rmxh-XBvc3RGbGFncG9zdA';
const JVM = ['-Xmx512m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1'];
/** Ends the broker when this process is gone, however it went: its end of the pipe closes then. */
const WITH_US = '"$@" & broker=$!; cat > /dev/null; kill -9 $broker; wait $broker';

/** Of Kafka, as the pom names it. */
const kafkaVersion = async (): Promise<string> =>
  /<artifactId>kafka_[\d.]+<\/artifactId>\s*<version>([\d.]+)</.exec(await readFile(POM, 'utf8'))?.[1] ?? '';

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

/** A single broker from the jars of Maven Central, in a folder and on ports of its own. */
export const nativeKafka =
  (ask: (address: string) => Promise<unknown>): Starter =>
  async (): Promise<RunningServer | { why: string }> => {
    const version = await kafkaVersion();
    const jars = await made({
      needs: [
        ['java', '-version'],
        ['mvn', '-version'],
      ],
      name: `kafka-${version}`,
      make: (folder) =>
        run('mvn', ['-B', '-q', '-f', POM, 'dependency:copy-dependencies', `-DoutputDirectory=${folder}`]),
      refusal: `Maven could not fetch Kafka ${version}`,
    });
    if ('why' in jars) return jars;
    const [port, controllerPort] = [await freePort(), await freePort()];
    const address = `127.0.0.1:${port}`;
    const java = [...JVM, '-cp', join(jars.folder, '*')];
    const propertiesIn = (folder: string): string => join(folder, 'server.properties');

    return runOwn({
      component: 'kafka',
      address,
      says: `Kafka ${version} from Maven Central, on this machine`,
      async prepare(folder) {
        await writeFile(propertiesIn(folder), settings(folder, port, controllerPort));
        const format = ['kafka.tools.StorageTool', 'format', '-t', CLUSTER_ID, '-c', propertiesIn(folder)];
        await run('java', [...java, ...format]);
      },
      launch: (folder) =>
        spawn('sh', ['-c', WITH_US, 'sh', 'java', ...java, 'kafka.Kafka', propertiesIn(folder)], {
          stdio: ['pipe', 'ignore', 'ignore'],
          cwd: folder,
        }),
      serves: () => untilReady(() => ask(address)),
      kill: ({ stdin }) => void stdin?.end(),
    });
  };
