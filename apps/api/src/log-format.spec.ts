import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { NewerFile } from '@flagpost/platform/newer-file';
import { createApi } from './app.js';
import type { ApiDependencies } from './dependencies.js';
import { claimLogFormat } from './log-format.js';
import { LOG_FORMAT_IN_USE } from './stored-names.js';
import { memoryDependencies } from './testing/harness.js';

let dependencies: ApiDependencies;
beforeEach(() => {
  dependencies = memoryDependencies();
});
afterEach(async () => {
  const { store, topics, records } = dependencies;
  await Promise.all([store, topics, records].map((part) => part.close()));
});

it('a log is taken over from a former release, and refused after a later one', async () => {
  for (const release of [1, 1, 3]) await claimLogFormat(dependencies, release);
  const former = claimLogFormat(dependencies, 2);
  await expect(former).rejects.toThrow(NewerFile);
  await expect(former).rejects.toThrow('The event log has format 3 of a later release, this one supports 2.');
  await claimLogFormat(dependencies, 3);
});

it('an api does not start over the log of a later release', async () => {
  await dependencies.records.checkpoints.save(LOG_FORMAT_IN_USE, '1000');
  await expect(createApi(dependencies)).rejects.toThrow(NewerFile);
});
