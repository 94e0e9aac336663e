import type { SectorRequest, SectorRow } from '@flagpost/contracts';
import { errorKindOf } from '../../shared/failures.js';
import { useAppDispatch } from '../../shared/store.js';
import { sectorsApi } from './api.js';
import type { useSectorPictures } from './sector-pictures.js';

const { createSector, deleteSector } = sectorsApi.endpoints;

/** A sector that is to be created. Its picture is stored just before: pictures without a sector are erased. */
export interface NewSector {
  readonly sector: Omit<SectorRequest, 'Picpath'>;
  readonly storePicture: () => Promise<string>;
}

/** Deletes all sectors of a track and creates others. Rejects at the first call that fails; what was done stays. */
export const useReplaceSectors = () => {
  const dispatch = useAppDispatch();
  /** One that somebody else has deleted meanwhile is gone as it should be. */
  const remove = async (secId: number): Promise<void> => {
    try {
      await dispatch(deleteSector.initiate(secId)).unwrap();
    } catch (error) {
      if (errorKindOf(error) !== 'missing') throw error;
    }
  };
  return async (
    former: readonly SectorRow[],
    next: readonly NewSector[],
    onCreated: (count: number) => void,
  ): Promise<void> => {
    for (const { secId } of former) await remove(secId);
    for (const [index, { sector, storePicture }] of next.entries()) {
      const Picpath = await storePicture();
      await dispatch(createSector.initiate({ ...sector, Picpath })).unwrap();
      onCreated(index + 1);
    }
  };
};

const picture = async (path: string): Promise<Blob> => {
  const answer = await fetch(new URL(`/api/${path}`, window.location.origin));
  if (!answer.ok) throw new Error(`The picture of a sector was answered ${answer.status}.`);
  return answer.blob();
};

/**
 * Sectors as they can be created again, with their pictures, which the server erases with them. One whose picture cannot
 * be read gets one from the map.
 */
export const copiesOf = (
  sectors: readonly SectorRow[],
  { upload, draw }: ReturnType<typeof useSectorPictures>,
): Promise<NewSector[]> =>
  Promise.all(
    sectors.map(async ({ secNumber: Number, Kms, secPicpath, traId: TraId, From, To }) => {
      const read = secPicpath === null ? null : await picture(secPicpath).catch(() => null);
      const gates = From === null || To === null ? null : { from: From, to: To };
      return {
        sector: { Number, Kms, TraId, From, To },
        storePicture: () => (read === null ? draw(Number, gates) : upload(read)),
      };
    }),
  );
