/** The next offset of an assigned partition. A new object replaces it on a restart of the partition. */
export interface Place {
  next: number;
}

/** The partitions that a member reads, and where. */
export interface Places {
  get(partition: number): Place | undefined;
  start(partition: number, next: number): void;
  end(partition: number): void;
  /** Gives up all partitions; rejects with what `onRevoked` fails with. */
  release(): Promise<void>;
}

export const createPlaces = (onRevoked: ((partition: number) => Promise<void>) | undefined): Places => {
  const places = new Map<number, Place>();
  return {
    get: (partition) => places.get(partition),
    start: (partition, next) => void places.set(partition, { next }),
    end: (partition) => void places.delete(partition),
    async release() {
      const held = [...places.keys()];
      places.clear();
      await all(held.map(async (partition) => onRevoked?.(partition)));
    },
  };
};

/** As `Promise.all`, but rejects only when every task has settled, so that everything that was opened can be closed. */
export const all = async (tasks: readonly Promise<void>[]): Promise<void> => {
  await Promise.allSettled(tasks);
  await Promise.all(tasks);
};
