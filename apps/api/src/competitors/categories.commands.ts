import type { CategoryAnswer, CategoryRequest } from '@flagpost/contracts';
import { categoryDecider, categoryStream, refuse } from '@flagpost/domain';
import type { ReadModels } from '@flagpost/read-models';
import { Submit } from '../dispatch/submit.js';
import type { Caller } from '../http/caller.js';
import { clubReads } from '../institutions/clubs.projection.js';
import { categoryReads } from './categories.projection.js';

/** For the caller's club; administrators say which. One after another: no two of a club have the same name. */
export const createCategory = (readModels: ReadModels, caller: Caller, { Name, ClubId }: CategoryRequest) => {
  const clubId = caller.actor?.clubId ?? ClubId ?? 0;
  return new Submit(
    caller,
    { categoryId: 'category' },
    async ({ ids: { categoryId }, send }) => {
      if ((await clubReads(readModels).get(clubId)) === null) refuse('club.missing');
      const others = (await categoryReads(readModels).ofClub(clubId)).filter(
        (other) => other.categoryId !== categoryId,
      );
      await send(categoryStream(categoryId), categoryDecider, {
        type: 'createCategory',
        categoryId,
        clubId,
        name: Name,
        otherNames: others.map(({ name }) => name),
      });
      return { catId: categoryId, catName: Name, cluId: clubId } satisfies CategoryAnswer;
    },
    `categories of ${clubId}`,
  );
};
