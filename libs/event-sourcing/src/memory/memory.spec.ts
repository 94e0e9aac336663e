import { eventStoreContract } from '../testing/contract-suite.js';
import { memoryEventStore, memoryLog } from './index.js';

eventStoreContract('memory', async () => {
  const log = memoryLog();
  return {
    open: async () => memoryEventStore({ clock: { now: () => 1_700_000_000_000 }, log }),
    dispose: async () => undefined,
  };
});
