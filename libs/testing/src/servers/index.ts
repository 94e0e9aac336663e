/** Real servers for the infra suite, the benches and `npm run servers`: for each component the first way there is. */
import { startEventStore } from './eventstore.js';
import { startKafka } from './kafka.js';
import { startMongo } from './mongo.js';
import { COMPONENTS, type Component } from './server.js';
import { startBy, type Servers, type Starters } from './servers.js';

export * from './server.js';
export { ADDRESS_VARIABLES } from './choose.js';
export { freePort } from './free-port.js';
export { IMAGES } from './images.js';
export { dropKafkaTopics } from './kafka.js';
export { dropMongoDatabase } from './mongo.js';
export { addressesOf, linesOf, type Servers } from './servers.js';
export { describeOver, shareServers, suiteAddresses, suiteServer, type SuiteServer } from './suite.js';

const STARTERS: Starters = {
  kafka: startKafka,
  mongo: startMongo,
  eventstore: startEventStore,
};

/** Starts one server per component. @throws the error of a way that should work; nothing is left running then. */
export const startServers = (wanted: readonly Component[] = COMPONENTS): Promise<Servers> =>
  startBy(STARTERS, wanted);
