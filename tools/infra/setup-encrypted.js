import { makeEncryption } from '@flagpost/testing/servers';
import { setUp } from './setup.js';

/** The same over TLS, with accounts: keys and passwords are made now and are gone with the suite. */
export default async (config) => {
  const encryption = await makeEncryption();
  try {
    await setUp(config, encryption);
  } catch (error) {
    await encryption.end();
    throw error;
  }
  const end = globalThis.endInfra;
  globalThis.endInfra = async () => {
    await end();
    await encryption.end();
  };
};
