import { given } from '@flagpost/testing/given';
import { describe, it } from '@jest/globals';
import { categoryDecider, type CategoryEvent } from './category.js';

const categoryId = 11;
const create = { type: 'createCategory', categoryId, clubId: 3, name: 'GT3', otherNames: [] } as const;
const created: CategoryEvent = { type: 'CategoryCreated', data: { categoryId, clubId: 3, name: 'GT3' } };
const deleted: CategoryEvent = { type: 'CategoryDeleted', data: { categoryId } };
const rename = (name: string, otherNames: string[] = []) =>
  ({ type: 'renameCategory', categoryId, name, otherNames }) as const;
const remove = { type: 'deleteCategory', categoryId, events: 0, competitors: 0 } as const;

describe('a category', () => {
  it('is created once', () => {
    given(categoryDecider, []).when(create).then([created]);
    given(categoryDecider, [created]).when(create).thenRefused('category.exists');
  });

  it('is renamed', () => {
    given(categoryDecider, [created])
      .when(rename('GT4'))
      .then([{ type: 'CategoryRenamed', data: { categoryId, name: 'GT4' } }]);
    given(categoryDecider, [created]).when(rename('GT3')).then([]);
  });

  it('is not renamed over a name that its author has not read', () => {
    const renamed: CategoryEvent = { type: 'CategoryRenamed', data: { categoryId, name: 'GT4' } };
    const standing = given(categoryDecider, [created, renamed]);
    const from = (former: string, name: string) => ({ ...rename(name), former: { name: former } });
    standing.when(from('GT3', 'R5')).thenRefused('category.changed');
    standing.when(from('GT3', 'GT4')).then([]);
    standing.when(from('GT4', 'R5')).then([{ type: 'CategoryRenamed', data: { categoryId, name: 'R5' } }]);
  });

  it('needs a name of at most 100 characters', () => {
    given(categoryDecider, [])
      .when({ ...create, name: '' })
      .thenRefused('category.nameRequired');
    given(categoryDecider, [created]).when(rename(' ')).thenRefused('category.nameRequired');
    given(categoryDecider, [created])
      .when(rename('x'.repeat(101)))
      .thenRefused('text.tooLong');
  });

  it.each(['GT3', 'gt3', ' GT3 '])('has a name of its own: not %j beside GT3', (name) => {
    given(categoryDecider, [])
      .when({ ...create, name, otherNames: ['R5', 'GT3'] })
      .thenRefused('category.nameTaken');
    given(categoryDecider, [{ ...created, data: { ...created.data, name: 'GT4' } }])
      .when(rename(name, ['GT3']))
      .thenRefused('category.nameTaken');
  });

  it('that has the name of another from before keeps it', () => {
    given(categoryDecider, [created])
      .when(rename('GT3', ['GT3']))
      .then([]);
  });

  it('is not deleted while something uses it, and says what', () => {
    const standing = given(categoryDecider, [created]);
    standing.when({ ...remove, events: 2 }).thenRefused('category.hasEvents');
    standing.when({ ...remove, competitors: 1 }).thenRefused('category.hasCompetitors');
    standing.when({ ...remove, events: 2, competitors: 1 }).thenRefused('category.hasEventsAndCompetitors');
  });

  it('is deleted for good', () => {
    given(categoryDecider, [created]).when(remove).then([deleted]);
    for (const command of [remove, rename('GT4')]) {
      given(categoryDecider, [created, deleted]).when(command).thenRefused('category.missing');
      given(categoryDecider, []).when(command).thenRefused('category.missing');
    }
  });
});
