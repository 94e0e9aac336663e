import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { untilReady } from './docker.js';
import type { Encryption } from './encryption.js';
import { freePort } from './free-port.js';
import { kafkaJars } from './kafka-jars.js';
import { run } from './made.js';
import { runOwn } from './own-process.js';
import type { RunningServer, Starter } from './server.js';

/** The broker's cluster id; any 16 bytes. */
const CLUSTER_ID = 'Rmxh-XBvc3RGbGFncG9zdA';
const JVM = ['-Xmx512m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1'];
/** Ends the broker when this process is gone, however it went: its end of the pipe closes then. */
const WITH_US = '"$@" & broker=$!; cat > /dev/null; kill -9 $broker; wait $broker';

/** Passwords of accounts by their names. */
export type Users = Readonly<Record<string, string>>;

/** Accounts and their passwords are in the setting itself. */
const secured = (
  { bothFile, certFile, username, password }: Encryption,
  users: Users,
): Readonly<Record<string, string>> => ({
  'listener.security.protocol.map': 'CONTROLLER:PLAINTEXT,SASL_SSL:SASL_SSL',
  'inter.broker.listener.name': 'SASL_SSL',
  'sasl.enabled.mechanisms': 'PLAIN',
  'sasl.mechanism.inter.broker.protocol': 'PLAIN',
  'listener.name.sasl_ssl.plain.sasl.jaas.config':
    'org.apache.kafka.common.security.plain.PlainLoginModule required ' +
    `username="${username}" password="${password}"` +
    Object.entries({ [username]: password, ...users })
      .map(([name, secret]) => ` user_${name}="${secret}"`)
      .join('') +
    ';',
  'ssl.keystore.type': 'PEM',
  'ssl.keystore.location': bothFile,
  'ssl.truststore.type': 'PEM',
  'ssl.truststore.location': certFile,
});

/** The controller's listener has no accounts; that of the clients accepts no connection without one. */
const authorized = ({ username }: Encryption): Readonly<Record<string, string>> => ({
  'authorizer.class.name': 'org.apache.kafka.metadata.authorizer.StandardAuthorizer',
  'super.users': `User:${username};User:ANONYMOUS`,
});

const settings = (
  folder: string,
  port: number,
  controllerPort: number,
  encryption: Encryption | undefined,
  users: Users | undefined,
): string => {
  const listener = `${encryption === undefined ? 'PLAINTEXT' : 'SASL_SSL'}://127.0.0.1:${port}`;
  return Object.entries({
    'process.roles': 'broker,controller',
    'node.id': 1,
    'controller.quorum.voters': `1@127.0.0.1:${controllerPort}`,
    listeners: `${listener},CONTROLLER://127.0.0.1:${controllerPort}`,
    'advertised.listeners': listener,
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
    ...(encryption === undefined ? {} : secured(encryption, users ?? {})),
    ...(encryption === undefined || users === undefined ? {} : authorized(encryption)),
  })
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');
};

const environmentOf = (
  address: string,
  encryption: Encryption | undefined,
): Readonly<Record<string, string>> =>
  encryption === undefined
    ? { KAFKA_BROKERS: address }
    : {
        KAFKA_BROKERS: address,
        KAFKA_TLS: '1',
        KAFKA_TLS_CA: encryption.certFile,
        KAFKA_SASL: 'plain',
        KAFKA_USERNAME: encryption.username,
        KAFKA_PASSWORD: encryption.password,
      };

/**
 * A single broker from the jars of Maven Central, in a folder and on ports of its own.
 *
 * @param users Further accounts. If given, ACLs decide what they may do, and the account of `encryption` may do everything.
 */
export const nativeKafka =
  (
    ask: (environment: Readonly<Record<string, string>>) => Promise<unknown>,
    encryption?: Encryption,
    users?: Users,
  ): Starter =>
  async (): Promise<RunningServer | { why: string }> => {
    const jars = await kafkaJars();
    if ('why' in jars) return jars;
    const [port, controllerPort] = [await freePort(), await freePort()];
    const address = `127.0.0.1:${port}`;
    const environment = environmentOf(address, encryption);
    const java = [...JVM, '-cp', jars.classPath];
    const propertiesIn = (folder: string): string => join(folder, 'server.properties');

    return runOwn({
      component: 'kafka',
      address,
      environment,
      says:
        `Kafka ${jars.version} from Maven Central, on this machine` +
        (encryption === undefined ? '' : ', with SASL_SSL'),
      async prepare(folder) {
        await writeFile(propertiesIn(folder), settings(folder, port, controllerPort, encryption, users));
        const format = ['kafka.tools.StorageTool', 'format', '-t', CLUSTER_ID, '-c', propertiesIn(folder)];
        await run('java', [...java, ...format]);
      },
      launch: (folder) =>
        spawn('sh', ['-c', WITH_US, 'sh', 'java', ...java, 'kafka.Kafka', propertiesIn(folder)], {
          stdio: ['pipe', 'ignore', 'ignore'],
          cwd: folder,
        }),
      serves: () => untilReady(() => ask(environment)),
      kill: ({ stdin }) => void stdin?.end(),
    });
  };
