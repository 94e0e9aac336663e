import { Schema, type Connection, type mongo } from 'mongoose';
import type { Checkpoint, DocumentId } from '../port.js';
import type { Projection } from '../projection.js';

/** Bookkeeping fields of a stored document; view fields cannot begin with this character. */
export const POSITION = '_position';
/** True for the tombstone of a deleted document. */
export const DELETED = '_deleted';

/** A stored document, or its tombstone. */
export type Stored = Readonly<Record<string, unknown>> & { readonly _id: DocumentId };
export type StoredView = mongo.Collection<Stored>;

export interface StoredCheckpoints {
  readonly _id: string;
  readonly projections?: Readonly<Record<string, Checkpoint | undefined>>;
}

const options = { versionKey: false, strict: false, minimize: false } as const;

/** The fields of a view are defined by its projection. Indexes end with the id, which breaks ties in every result. */
const viewSchema = ({ indexes }: Projection, view: string): Schema => {
  const schema = new Schema({ _id: Schema.Types.Mixed, [POSITION]: String, [DELETED]: Boolean }, options);
  for (const index of indexes?.[view] ?? []) schema.index({ ...index, _id: 1 });
  return schema;
};

/** One collection per view. */
export const viewCollection = (view: string): string => `view_${view}`;
/** One document for all checkpoints. */
export const CHECKPOINTS_COLLECTION = 'view_checkpoints';

export const modelsOf = (connection: Connection, projections: readonly Projection[]) => {
  const view = (projection: Projection, name: string): StoredView =>
    connection.model(viewCollection(name), viewSchema(projection, name), viewCollection(name))
      .collection as unknown as StoredView;
  const checkpoints = connection.model(
    CHECKPOINTS_COLLECTION,
    new Schema({ _id: String }, options),
    CHECKPOINTS_COLLECTION,
  );
  return {
    views: new Map(
      projections.flatMap((projection) =>
        projection.views.map((name) => [name, view(projection, name)] as const),
      ),
    ),
    checkpoints: checkpoints.collection as unknown as mongo.Collection<StoredCheckpoints>,
  };
};
