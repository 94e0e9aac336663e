import { categoryRequest, type CategoryAnswer, type CategoryRequest } from '@flagpost/contracts';
import { categoryDecider, categoryStream } from '@flagpost/domain';
import { defineCommand } from '../dispatch/define-command.js';
import type { Caller } from '../http/caller.js';
import { clubReads } from '../views/clubs.projection.js';
import { categoryReads } from '../views/categories.projection.js';

/** The caller's club; administrators say which. */
const clubOf = ({ ClubId }: CategoryRequest, { actor }: Caller): number => actor?.clubId ?? ClubId ?? 0;

export const createCategory = defineCommand({
  schema: categoryRequest,
  right: 'categories.edit',
  ids: { categoryId: 'category' },
  // No two categories of a club have the same name.
  serializedBy: (body, caller) => `categories of ${clubOf(body, caller)}`,
  outside: {},
  streams: ['category'],
  async carryOut(body, { parts, caller, ids: { categoryId }, send }): Promise<CategoryAnswer> {
    const { readModels } = parts;
    const clubId = clubOf(body, caller);
    await clubReads(readModels).require(clubId);
    const others = (await categoryReads(readModels).ofClub(clubId)).filter(
      (other) => other.categoryId !== categoryId,
    );
    await send(categoryStream(categoryId), categoryDecider, {
      type: 'createCategory',
      categoryId,
      clubId,
      name: body.Name,
      otherNames: others.map(({ name }) => name),
    });
    return { catId: categoryId, catName: body.Name, cluId: clubId };
  },
});
