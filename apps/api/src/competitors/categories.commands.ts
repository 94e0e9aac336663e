import type { CategoryAnswer, CategoryRequest } from '@flagpost/contracts';
import { categoryDecider, categoryStream, refuse } from '@flagpost/domain';
import type { ReadModels } from '@flagpost/read-models';
import { Submit } from '../dispatch/submit.js';
import type { Caller } from '../http/caller.js';
import { clubReads } from '../institutions/clubs.projection.js';

/** For the caller's club; administrators say which. */
export const createCategory = (readModels: ReadModels, caller: Caller, { Name, ClubId }: CategoryRequest) =>
  new Submit(caller, { categoryId: 'category' }, async ({ ids: { categoryId }, send }) => {
    const clubId = caller.actor?.clubId ?? ClubId ?? 0;
    if ((await clubReads(readModels).get(clubId)) === null) refuse('club.missing');
    await send(categoryStream(categoryId), categoryDecider, {
      type: 'createCategory',
      categoryId,
      clubId,
      name: Name,
    });
    return { catId: categoryId, catName: Name, cluId: clubId } satisfies CategoryAnswer;
  });
