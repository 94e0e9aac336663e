import { z } from 'zod';
import {
  categoryNameRequest,
  categoryRequest,
  type CategoryAnswer,
  type CategoryRequest,
} from '@flagpost/contracts';
import { categoryDecider, categoryStream, refuse } from '@flagpost/domain';
import type { ReadModels } from '@flagpost/read-models';
import { defineCommand, id } from '../dispatch/define-command.js';
import { eventReads } from '../views/events.projection.js';
import type { Caller } from '../http/caller.js';
import { clubReads } from '../views/clubs.projection.js';
import { categoryReads } from '../views/categories.projection.js';
import { invitationReads } from '../views/invitations.projection.js';

/** Writing the driver categories of a club. */

/** The caller's club; administrators name one. */
const clubOf = ({ ClubId }: CategoryRequest, { actor }: Caller): number => actor?.clubId ?? ClubId ?? 0;

/** No two categories of a club have the same name. */
const amongThoseOf = (clubId: number): string => `categories of ${clubId}`;

const otherNames = async (readModels: ReadModels, clubId: number, categoryId: number): Promise<string[]> => {
  const categories = await categoryReads(readModels).ofClub(clubId);
  return categories.filter((other) => other.categoryId !== categoryId).map(({ name }) => name);
};

/** A category stays with the club that made it. */
const ofClub = z.object({ categoryId: id, clubId: id });

export const createCategory = defineCommand({
  schema: categoryRequest,
  right: 'categories.edit',
  ids: { categoryId: 'category' },
  serializedBy: (body, caller) => amongThoseOf(clubOf(body, caller)),
  outside: {},
  streams: ['category'],
  async carryOut(body, { dependencies, caller, ids: { categoryId }, send }): Promise<CategoryAnswer> {
    const { readModels } = dependencies;
    const clubId = clubOf(body, caller);
    await clubReads(readModels).require(clubId);
    await send(categoryStream(categoryId), categoryDecider, {
      type: 'createCategory',
      categoryId,
      clubId,
      name: body.Name,
      otherNames: await otherNames(readModels, clubId, categoryId),
    });
    return { catId: categoryId, catName: body.Name, cluId: clubId };
  },
});

export const renameCategory = defineCommand({
  schema: categoryNameRequest.pick({ Name: true, Former: true }).extend(ofClub.shape),
  right: 'categories.edit',
  ids: {},
  serializedBy: ({ clubId }) => amongThoseOf(clubId),
  outside: {},
  streams: ['category'],
  recognisedBy: 'stream',
  async carryOut(
    { categoryId, clubId, Name: name, Former },
    { dependencies, send },
  ): Promise<CategoryAnswer> {
    await send(categoryStream(categoryId), categoryDecider, {
      type: 'renameCategory',
      categoryId,
      name,
      otherNames: await otherNames(dependencies.readModels, clubId, categoryId),
      former: Former && { name: Former.catName },
    });
    return { catId: categoryId, catName: name, cluId: clubId };
  },
});

export const deleteCategory = defineCommand({
  schema: ofClub.omit({ clubId: true }),
  right: 'categories.edit',
  ids: {},
  serializedBy: null,
  outside: {},
  streams: ['category'],
  async carryOut(
    { categoryId },
    { dependencies: { readModels }, runExclusive, send },
  ): Promise<CategoryAnswer> {
    const category = await categoryReads(readModels).get(categoryId);
    if (category === null) refuse('category.missing', 'missing');
    const { clubId, name } = category;
    await runExclusive([amongThoseOf(clubId)], async () => {
      const events = await eventReads(readModels).countInCategory(clubId, categoryId);
      const competitors = await invitationReads(readModels).countInCategory(categoryId);
      const command = { type: 'deleteCategory', categoryId, events, competitors } as const;
      return send(categoryStream(categoryId), categoryDecider, command);
    });
    return { catId: categoryId, catName: name, cluId: clubId };
  },
});

export const categoryCommands = { createCategory, renameCategory, deleteCategory };
