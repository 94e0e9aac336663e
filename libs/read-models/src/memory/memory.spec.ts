import { readModelsContract } from '../contract-suite.js';
import { memoryReadModels } from './index.js';

readModelsContract('memory', async () => ({
  readModels: memoryReadModels(),
  dispose: async () => undefined,
}));
