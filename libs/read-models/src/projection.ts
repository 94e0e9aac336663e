import type { EventShape, Position, Recorded, RecordedEvent, Upcast } from '@flagpost/event-sourcing';
import type { DocumentId, ReadModels, ViewReader } from './port.js';

/** Writes of one view on behalf of one event, guarded by its position. See `ViewWriter`. */
export interface EventView<T> extends ViewReader<T> {
  put(id: DocumentId, document: T): Promise<boolean>;
  patch(id: DocumentId, changes: Partial<T>): Promise<boolean>;
  delete(id: DocumentId): Promise<boolean>;
}

/**
 * @throws {Error} if the view does not belong to the projection. Its writes throw if the event has already written the
 * document, since the guard would ignore the second write.
 */
export type EventViews = <T>(name: string) => EventView<T>;

/** Paths in index order, each ascending (1) or descending (-1), as MongoDB declares an index. */
export type ViewIndex = Readonly<Record<string, 1 | -1>>;

/** How one or more views are derived from the log. A view belongs to one projection. */
export interface Projection<Event extends EventShape = EventShape> {
  readonly name: string;
  /** Increment when the handlers change: the views are then rebuilt. */
  readonly version: number;
  readonly views: readonly string[];
  /** By view: the queries other than by id, as indexes. */
  readonly indexes?: Readonly<Record<string, readonly ViewIndex[]>>;
  /**
   * By event type. A handler writes a document at most once, and depends on the log and its own views only; what it resolves
   * to is not used.
   */
  readonly on: {
    readonly [Type in Event['type']]?: (
      event: Recorded<Extract<Event, { readonly type: Type }>>,
      views: EventViews,
    ) => Promise<unknown>;
  };
}

/** A projection whose handlers are typed by the program's events. */
export const projection = <Event extends EventShape>(typed: Projection<Event>): Projection =>
  typed as unknown as Projection;

const viewsFor = (
  readModels: ReadModels,
  { name: projectionName, views }: Projection,
  position: Position,
): EventViews => {
  const written = new Set<string>();
  const claim = (view: string, id: DocumentId): void => {
    const key = `${view} ${typeof id} ${id}`;
    if (written.has(key))
      throw new Error(`${projectionName} writes ${JSON.stringify([view, id])} twice for one event.`);
    written.add(key);
  };
  return <T>(name: string): EventView<T> => {
    if (!views.includes(name)) throw new Error(`${projectionName} does not own the view ${name}.`);
    const view = readModels.view<T>(name);
    return {
      get: (id) => view.get(id),
      find: (filter, options) => view.find(filter, options),
      count: (filter) => view.count(filter),
      async put(id, document) {
        claim(name, id);
        return view.put(id, document, position);
      },
      async patch(id, changes) {
        claim(name, id);
        return view.patch(id, changes, position);
      },
      async delete(id) {
        claim(name, id);
        return view.delete(id, position);
      },
    };
  };
};

/** Passes one event, upcast to its current shape, to a projection, if it has a handler for it. */
export const project = async (
  readModels: ReadModels,
  upcast: Upcast,
  projection: Projection,
  event: RecordedEvent,
): Promise<unknown> =>
  projection.on[upcast.currentType(event.type)]?.(
    upcast.toCurrent(event),
    viewsFor(readModels, projection, event.position),
  );

/** @throws {Error} if two projections share a name or a view. */
export const assertDistinct = (projections: readonly Projection[]): void => {
  const names = projections.flatMap(({ name, views }) => [
    `projection ${name}`,
    ...views.map((view) => `view ${view}`),
  ]);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new Error(`The ${twice} is defined twice.`);
};
