/** Real servers for the infra suite, the benches and `npm run servers`: for each component the first way there is. */
import { makeEncryption, type Encryption } from './encryption.js';
import { startEventStore } from './eventstore.js';
import { startKafka } from './kafka.js';
import { startMongo } from './mongo.js';
import { COMPONENTS, type Component } from './server.js';
import { startBy, type Servers, type Starters } from './servers.js';

export * from './server.js';
export { ADDRESS_VARIABLES } from './choose.js';
export { freePort } from './free-port.js';
export { IMAGES } from './images.js';
export { makeEncryption, type Encryption };
export { dropKafkaTopics, kafkaOptions, startAuthorizingKafka } from './kafka.js';
export { kafkaTools, type ConsoleProducer, type KafkaTools } from './kafka-console.js';
export { dropMongoDatabase } from './mongo.js';
export { addressesOf, linesOf, type Servers } from './servers.js';
export { describeOver, shareServers, suiteAddresses, suiteServer, type SuiteServer } from './suite.js';

const startersOf = (encryption?: Encryption): Starters => ({
  kafka: startKafka(encryption),
  mongo: startMongo(encryption),
  eventstore: startEventStore(encryption),
});

/**
 * Starts one server per component; those that are ours with TLS and, but for MongoDB's protocol, an account, if `encryption`
 * is given.
 *
 * @throws the error of a way that should work; nothing is left running then.
 */
export const startServers = (
  wanted: readonly Component[] = COMPONENTS,
  encryption?: Encryption,
): Promise<Servers> => startBy(startersOf(encryption), wanted);
