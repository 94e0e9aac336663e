import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { kafkaJars } from './kafka-jars.js';

type Environment = Readonly<Record<string, string>>;

/** Kafka's own console producer, as an example of a producer that is not ours. */
export interface ConsoleProducer {
  /** @throws Error with its complaint if a message was not stored. */
  send(topic: string, messages: readonly (readonly [key: string, value: string])[]): Promise<void>;
}

/** Programs of Kafka's `bin` folder, under the account of the settings. */
export interface KafkaTools extends ConsoleProducer {
  /** Values of a partition from its beginning, read outside of groups. @throws Error with the complaint of the console consumer. */
  read(topic: string, partition: number, values: number): Promise<readonly string[]>;
  /** `kafka-acls.sh` with these options. @throws Error with its complaint. */
  acls(options: readonly string[]): Promise<void>;
}

/** The programs end with 0 also if they could not do what they were to do: then the standard error has a log line. */
const COMPLAINT = /ERROR|Exception/;
const ERRORS_ALONE = '-Dorg.slf4j.simpleLogger.defaultLogLevel=error';
const READ_WITHIN_MS = 20_000;

/** Null where Kafka's jars cannot be had. */
export const kafkaTools = async (environment: Environment): Promise<KafkaTools | null> => {
  const { KAFKA_BROKERS: brokers = '' } = environment;
  const jars = await kafkaJars();
  if ('why' in jars) return null;

  const run = async (
    program: string,
    setting: string,
    options: readonly string[],
    input = '',
  ): Promise<string> => {
    const folder = await mkdtemp(join(tmpdir(), 'flagpost-client-'));
    try {
      const file = join(folder, 'client.properties');
      await writeFile(file, clientProperties(environment).join('\n'), { mode: 0o600 });
      const all = ['--bootstrap-server', brokers, setting, file, ...options];
      const running = promisify(execFile)('java', [ERRORS_ALONE, '-cp', jars.classPath, program, ...all]);
      running.child.stdin?.end(input);
      const { stdout, stderr } = await running;
      if (COMPLAINT.test(stderr)) throw new Error(stderr);
      return stdout;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };

  return {
    async send(topic, messages) {
      const lines = messages.map(([key, value]) => `${key}\t${value}\n`).join('');
      const options = ['--topic', topic, '--property', 'parse.key=true'];
      await run('org.apache.kafka.tools.ConsoleProducer', '--producer.config', options, lines);
    },
    async read(topic, partition, values) {
      const place = ['--topic', topic, '--partition', String(partition), '--offset', 'earliest'];
      const extent = ['--max-messages', String(values), '--timeout-ms', String(READ_WITHIN_MS)];
      const program = 'org.apache.kafka.tools.consumer.ConsoleConsumer';
      const printed = await run(program, '--consumer.config', [...place, ...extent]);
      return printed.split('\n').filter((line) => line !== '');
    },
    async acls(options) {
      await run('org.apache.kafka.tools.AclCommand', '--command-config', options);
    },
  };
};

/** The client settings of Java by which it reaches the broker. */
const clientProperties = (environment: Environment): readonly string[] => {
  const { KAFKA_TLS, KAFKA_TLS_CA, KAFKA_SASL, KAFKA_USERNAME = '', KAFKA_PASSWORD = '' } = environment;
  const login = `username="${KAFKA_USERNAME}" password="${KAFKA_PASSWORD}"`;
  return [
    ...(KAFKA_TLS === '1' ? [`security.protocol=${KAFKA_SASL === undefined ? 'SSL' : 'SASL_SSL'}`] : []),
    ...(KAFKA_TLS_CA === undefined
      ? []
      : ['ssl.truststore.type=PEM', `ssl.truststore.location=${KAFKA_TLS_CA}`]),
    ...(KAFKA_SASL === 'plain'
      ? [
          'sasl.mechanism=PLAIN',
          `sasl.jaas.config=org.apache.kafka.common.security.plain.PlainLoginModule required ${login};`,
        ]
      : []),
  ];
};
