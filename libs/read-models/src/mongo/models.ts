import { Schema, type Connection, type mongo } from 'mongoose';
import type { Checkpoint, DocumentId } from '../port.js';
import type { Projection } from '../projection.js';

/** What is stored of one document beside its own fields, whose names cannot begin so. */
export const POSITION = '_position';
/** True on what a deleted document leaves behind. */
export const DELETED = '_deleted';

/** A document with its id, or what it left behind. */
export type Stored = Readonly<Record<string, unknown>> & { readonly _id: DocumentId };
export type StoredView = mongo.Collection<Stored>;

export interface StoredCheckpoints {
  readonly _id: string;
  readonly projections?: Readonly<Record<string, Checkpoint | undefined>>;
}

const options = { versionKey: false, strict: false, minimize: false } as const;

/** A view's own fields are its projection's matter. Its indexes go on to the id, by which every answer is ordered last. */
const viewSchema = ({ indexes }: Projection, view: string): Schema => {
  const schema = new Schema({ _id: Schema.Types.Mixed, [POSITION]: String, [DELETED]: Boolean }, options);
  for (const index of indexes?.[view] ?? []) schema.index({ ...index, _id: 1 });
  return schema;
};

/** One collection for each view. */
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
