import type { CircuitDetails, CircuitEvent } from '@flagpost/domain';
import { isSameName } from '@flagpost/contracts';
import { projection, type ReadModels } from '@flagpost/read-models';

const VIEW = 'circuits';

/** A circuit that was not deleted. */
export interface CircuitDocument extends CircuitDetails {
  readonly circuitId: number;
  readonly clubId: number;
}

export const circuitsProjection = projection<CircuitEvent>({
  name: 'circuits',
  version: 1,
  views: [VIEW],
  indexes: { [VIEW]: [{ name: 1 }, { clubId: 1, name: 1 }, { isVisible: 1 }] },
  on: {
    CircuitCreated: async ({ data }, views) => {
      await views<CircuitDocument>(VIEW).put(data.circuitId, data);
    },
    CircuitEdited: async ({ data }, views) => {
      await views<CircuitDocument>(VIEW).patch(data.circuitId, data);
    },
    CircuitDeleted: async ({ data }, views) => {
      await views<CircuitDocument>(VIEW).delete(data.circuitId);
    },
  },
});

export const circuitReads = (readModels: ReadModels) => {
  const view = readModels.view<CircuitDocument>(VIEW);
  const sort = { name: 1 } as const;
  const ofClub = (clubId: number) => view.find({ clubId }, { sort });
  return {
    get: (circuitId: number) => view.get(circuitId),
    ofClub,
    /** In order of name: a club's own and those that others made visible; of every club if `clubId` is null. */
    async readableBy(clubId: number | null): Promise<readonly CircuitDocument[]> {
      if (clubId === null) return view.find({}, { sort });
      const visible = await view.find({ isVisible: true }, { sort });
      const others = visible.filter((circuit) => circuit.clubId !== clubId);
      return [...(await ofClub(clubId)), ...others].sort((one, other) =>
        one.name.localeCompare(other.name, 'en'),
      );
    },
    /** The circuit of a club that an event's `CircuitName` refers to; null if the club has none of this name. */
    async named(clubId: number, name: string): Promise<CircuitDocument | null> {
      return (await ofClub(clubId)).find((circuit) => isSameName(circuit.name, name)) ?? null;
    },
  };
};
