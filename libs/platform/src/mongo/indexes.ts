import type { Connection } from 'mongoose';
import { ConfigError } from '../config.js';
import type { MongoConfig } from './config.js';
import { connectMongo } from './connection.js';

type AnyModel = Connection['models'][string];

interface Wanted {
  readonly name: string;
  readonly unique: boolean;
}

/** The indexes that a model's schema declares, except that of `_id`. */
const wantedBy = (model: AnyModel): readonly Wanted[] =>
  model.schema.indexes().map(([keys, { unique }]) => ({
    name: Object.entries(keys).flat().join('_'),
    unique: unique === true,
  }));

const collectionsOf = async (connection: Connection): Promise<ReadonlySet<string>> =>
  new Set((await connection.listCollections()).map(({ name }) => name));

/** The indexes that the database lacks; null for a missing collection. */
const missing = async (model: AnyModel, there: ReadonlySet<string>): Promise<readonly Wanted[] | null> => {
  if (!there.has(model.collection.name)) return null;
  const indexes = new Set((await model.collection.indexes()).map(({ name }) => name));
  return wantedBy(model).filter(({ name }) => !indexes.has(name));
};

/** @returns a line for each thing it created. */
const makeIndexes = async (connection: Connection): Promise<readonly string[]> => {
  const there = await collectionsOf(connection);
  const lines: string[] = [];
  for (const model of Object.values(connection.models)) {
    const collection = model.collection.name;
    const lacking = await missing(model, there);
    if (lacking === null) {
      await connection.createCollection(collection);
      lines.push(`collection ${collection}`);
    }
    const wanted = lacking ?? wantedBy(model);
    if (wanted.length > 0) await model.createIndexes();
    for (const { name, unique } of wanted)
      lines.push(`index ${collection}.${name}${unique ? ', unique' : ''}`);
  }
  return lines;
};

/**
 * Creates the missing collections and indexes of the models that `declare` makes of a connection, then lets `complete` change what
 * documents of former releases lack.
 *
 * @returns a line for each thing it created, and those of `complete`.
 */
export const migrateMongo = async <Models>(
  config: MongoConfig,
  part: string,
  declare: (connection: Connection) => Models,
  complete?: (models: Models) => Promise<readonly string[]>,
): Promise<readonly string[]> => {
  const connection = await connectMongo(config, part);
  try {
    const models = declare(connection);
    return [...(await makeIndexes(connection)), ...((await complete?.(models)) ?? [])];
  } finally {
    await connection.close();
  }
};

/**
 * @throws {ConfigError} if the database lacks a collection or an index: without it unique values would not be enforced.
 */
export const checkIndexes = async (connection: Connection, part: string): Promise<void> => {
  const there = await collectionsOf(connection);
  for (const model of Object.values(connection.models)) {
    const lacking = await missing(model, there);
    if (lacking?.length === 0) continue;
    const what = lacking === null ? 'collection' : `index ${lacking[0]?.name ?? ''} of`;
    throw new ConfigError(
      `${part}: the database ${connection.name} lacks the ${what} ${model.collection.name}. Run "npm run migrate" to create it.`,
    );
  }
};
