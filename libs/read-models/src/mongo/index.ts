/**
 * Read models in one MongoDB database, shared by all processes of an installation.
 *
 * One document is one write, taken only where the document was last changed at an earlier position: the server decides
 * that, so of two projectors the later event wins whatever sleeps or repeats. A deleted document leaves its position
 * behind, so that a write that came before the deletion cannot bring it back. A write resolves when a majority of the
 * servers has it in their journals, and every process reads it from then on. Checkpoints are saved after the writes that
 * they stand for. While the server cannot be reached calls reject with `ServiceUnavailableError`, and may have been carried out.
 */
import type { MongoConfig } from '@flagpost/platform';
import { checkIndexes, connectMongo, makeIndexes, mongoHealth, reaching } from '@flagpost/platform/mongo';
import { digestOf } from '../digest.js';
import type { DocumentId, ReadModels } from '../port.js';
import type { Projection } from '../projection.js';
import { checkpointsIn } from './checkpoints.js';
import { modelsOf, type StoredView } from './models.js';
import { contentOf, living, viewIn } from './view.js';

export { CHECKPOINTS_COLLECTION, viewCollection } from './models.js';

const PART = 'Read models';

/**
 * Opens the views of these projections in a database that was migrated.
 *
 * @throws {ConfigError} where there is no address, or a collection or index is missing.
 * @throws {ServiceUnavailableError} where no server answers.
 */
export const mongoReadModels = async (
  config: MongoConfig,
  projections: readonly Projection[],
): Promise<ReadModels> => {
  const connection = await connectMongo(config, PART);
  const models = modelsOf(connection, projections);
  try {
    await checkIndexes(connection, PART);
  } catch (error) {
    await connection.close();
    throw error;
  }
  const collectionOf = (view: string): StoredView => {
    const collection = models.views.get(view);
    if (collection === undefined) throw new Error(`No projection has a view ${view}.`);
    return collection;
  };
  const { begin, ...checkpoints } = checkpointsIn(models.checkpoints);

  return {
    view: <T>(name: string) => reaching(PART, viewIn<T>(collectionOf(name))),
    ...reaching(PART, {
      ...checkpoints,
      async drop(projection: string, version: number, views: readonly string[]) {
        // The checkpoint first: where this ends half way, the views are dropped again.
        await begin(projection, version);
        for (const view of views) await collectionOf(view).deleteMany({});
      },
      async digest(view: string) {
        const found = collectionOf(view).find(living({}));
        const documents: [DocumentId, unknown][] = [];
        for await (const each of found) documents.push([each._id, contentOf(each)]);
        return digestOf(documents);
      },
    }),
    health: () => mongoHealth(connection),
    close: () => connection.close(),
  };
};

/** Makes the collections and indexes that are missing. @returns a line for each. */
export const migrateMongoReadModels = async (
  config: MongoConfig,
  projections: readonly Projection[],
): Promise<readonly string[]> => {
  const connection = await connectMongo(config, PART);
  try {
    modelsOf(connection, projections);
    return await makeIndexes(connection);
  } finally {
    await connection.close();
  }
};
