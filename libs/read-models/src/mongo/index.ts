/**
 * Read models in one MongoDB database, shared by all processes of an installation.
 *
 * A document is written only if it was last changed at an earlier position. The server decides that, so of two
 * projectors the later event wins whatever is delayed or repeated. A deleted document leaves its position behind, so
 * that a write from before the deletion cannot restore it. A write resolves when a majority of the servers has it in
 * their journals, and every process reads it from then on. Checkpoints are saved after the writes that they cover.
 * While the server cannot be reached calls reject with `ServiceUnavailableError`; they may have been carried out.
 */
import type { MongoConfig } from '@flagpost/platform';
import { checkIndexes, connectMongo, migrateMongo, mongoHealth, reaching } from '@flagpost/platform/mongo';
import { digestOf } from '../digest.js';
import type { DocumentId, ReadModels } from '../port.js';
import type { Projection } from '../projection.js';
import { checkpointsIn } from './checkpoints.js';
import { modelsOf, type StoredView } from './models.js';
import { contentOf, living, viewIn } from './view.js';

export { CHECKPOINTS_COLLECTION, viewCollection } from './models.js';
export { EVENT_INDEX_COLLECTIONS } from '../event-index/mongo/index.js';

const PART = 'Read models';

/**
 * Opens the views of these projections in a migrated database.
 *
 * @throws {ConfigError} if no address is configured, or a collection or index is missing.
 * @throws {ServiceUnavailableError} if no server answers.
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
        // The checkpoint first: if this is interrupted, the views are dropped again.
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

/** Creates missing collections and indexes. @returns a line for each. */
export const migrateMongoReadModels = (
  config: MongoConfig,
  projections: readonly Projection[],
): Promise<readonly string[]> =>
  migrateMongo(config, PART, (connection) => modelsOf(connection, projections));
