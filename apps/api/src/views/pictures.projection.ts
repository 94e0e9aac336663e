import type { PictureRow } from '@flagpost/contracts';
import type { FlagpostEvent } from '@flagpost/domain';
import { projection, type EventViews, type ReadModels } from '@flagpost/read-models';
import { isoOf } from '../http/times.js';
import { peopleOf, personOf, type PersonLookup } from './person-names.js';

/** A picture of a race. Times in epoch ms. */
interface Picture {
  readonly pictureId: number;
  readonly eventId: number;
  /** Of the stored image. */
  readonly name: string;
  readonly by: number;
  readonly takenAt: number;
  /** Among the pictures of its event: ids and clocks of several processes are not in the order of taking. */
  readonly order: number;
}

const PICTURES = 'pictures';
const pictures = (views: EventViews) => views<Picture>(PICTURES);

const deleteAll = async (views: EventViews, eventId: number): Promise<void> => {
  for (const { pictureId } of await pictures(views).find({ eventId }))
    await pictures(views).delete(pictureId);
};

export const picturesProjection = projection<FlagpostEvent>({
  name: 'pictures',
  version: 2,
  views: [PICTURES],
  indexes: { [PICTURES]: [{ eventId: 1, order: -1 }] },
  on: {
    async PictureTaken({ data, revision }, views) {
      await pictures(views).put(data.pictureId, { ...data, order: revision });
    },
    EventDeleted: ({ data: { eventId } }, views) => deleteAll(views, eventId),
    PositionsDeleted: ({ data: { eventId } }, views) => deleteAll(views, eventId),
  },
});

export const countPictures = (readModels: ReadModels, eventId: number): Promise<number> =>
  readModels.view<Picture>(PICTURES).count({ eventId });

/** The name of the stored image; null if the event has no such picture. */
export const nameOfPicture = async (
  readModels: ReadModels,
  eventId: number,
  pictureId: number,
): Promise<string | null> => {
  const picture = await readModels.view<Picture>(PICTURES).get(pictureId);
  return picture?.eventId === eventId ? picture.name : null;
};

/** Newest first. */
export const pictureRows = async (lookup: PersonLookup, eventId: number): Promise<PictureRow[]> => {
  const found = await lookup.readModels.view<Picture>(PICTURES).find({ eventId }, { sort: { order: -1 } });
  const people = await peopleOf(
    lookup,
    found.map(({ by }) => by),
  );
  return found.map(({ pictureId, by, takenAt }) => ({
    PictureId: pictureId,
    TakenAt: isoOf(takenAt),
    TakenBy: personOf(people, by),
  }));
};
