import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { kafkaJars } from './kafka-jars.js';

/** Kafka's own console producer, as an example of a producer that is not ours. */
export interface ConsoleProducer {
  /** @throws Error with its complaint if a message was not stored. */
  send(topic: string, messages: readonly (readonly [key: string, value: string])[]): Promise<void>;
}

/** Null where its jars cannot be had. */
export const consoleProducer = async (
  environment: Readonly<Record<string, string>>,
): Promise<ConsoleProducer | null> => {
  const { KAFKA_BROKERS: brokers = '' } = environment;
  const jars = await kafkaJars();
  if ('why' in jars) return null;
  return {
    async send(topic, messages) {
      const properties = producerProperties(environment).flatMap((property) => [
        '--producer-property',
        property,
      ]);
      const options = ['--bootstrap-server', brokers, '--topic', topic, '--property', 'parse.key=true'];
      const program = ['-cp', jars.classPath, 'org.apache.kafka.tools.ConsoleProducer', ...options];
      const running = promisify(execFile)('java', [...program, ...properties]);
      running.child.stdin?.end(messages.map(([key, value]) => `${key}\t${value}\n`).join(''));
      const { stderr } = await running;
      // It ends with 0 where messages could not be sent.
      if (/ERROR|Exception/.test(stderr)) throw new Error(stderr);
    },
  };
};

/** The client settings of Java by which it reaches the broker. */
const producerProperties = (environment: Readonly<Record<string, string>>): readonly string[] => {
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
