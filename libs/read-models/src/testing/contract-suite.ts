/** The contract of `ReadModels` as jest tests for every adapter. */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Position } from '@flagpost/event-sourcing';
import type { DocumentId, Filter, FindOptions, ReadModels, ViewWriter } from '../port.js';

/** Empty read models with the views `VIEWS`. */
export interface ReadModelsUnderTest {
  readonly readModels: ReadModels;
  dispose(): Promise<void>;
}

/** The options of the suite. */
export const VIEWS = ['cars', 'laps', 'other', 'empty'];

const at = (count: number): Position => String(count).padStart(16, '0') as Position;

interface Car {
  readonly number: number;
  readonly category?: string | null;
  readonly driver: { readonly surname: string; readonly starts?: number };
  readonly laps: readonly { readonly lap: number; readonly timeMs: number }[];
  readonly tags: string[];
  readonly note?: string | undefined;
}

const car = (number: number, more: Partial<Car> = {}): Car => ({
  number,
  category: 'GT',
  driver: { surname: `Driver ${number}` },
  laps: [],
  tags: [],
  ...more,
});

const FIELD: readonly (readonly [DocumentId, Car])[] = [
  [
    10,
    car(10, {
      tags: ['red', 'new'],
      laps: [
        { lap: 1, timeMs: 90_000 },
        { lap: 2, timeMs: 95_000 },
      ],
    }),
  ],
  [2, car(2, { category: 'TCR', driver: { surname: 'Alpha', starts: 3 } })],
  [33, car(33, { category: null, laps: [{ lap: 1, timeMs: 95_000 }] })],
  ['spare', car(4, { category: 'TCR', driver: { surname: 'alphabet' }, tags: ['red'] })],
  [7, { number: 7, driver: { surname: 'Beta', starts: 12 }, laps: [], tags: ['new'] }],
];

export const readModelsContract = (adapter: string, underTest: () => Promise<ReadModelsUnderTest>): void => {
  describe(`read models: ${adapter}`, () => {
    let subject: ReadModelsUnderTest;
    let readModels: ReadModels;
    let cars: ViewWriter<Car>;
    beforeEach(async () => {
      subject = await underTest();
      readModels = subject.readModels;
      cars = readModels.view<Car>('cars');
    });
    afterEach(async () => {
      await readModels.close();
      await subject.dispose();
    });

    describe('filters', () => {
      beforeEach(async () => {
        for (const [id, document] of FIELD) await cars.put(id, document, at(1));
      });
      const numbers = async (filter: Filter, options?: FindOptions): Promise<number[]> =>
        (await cars.find(filter, options)).map(({ number }) => number);

      it.each<[string, Filter, number[]]>([
        ['everything', {}, [2, 7, 10, 33, 4]],
        ['equality', { category: 'GT' }, [10]],
        ['$eq', { number: { $eq: 7 } }, [7]],
        ['$ne, which missing fields pass', { category: { $ne: 'TCR' } }, [7, 10, 33]],
        ['null, which missing fields equal', { category: null }, [7, 33]],
        ['$gt and $lte together', { number: { $gt: 4, $lte: 10 } }, [7, 10]],
        ['$gte and $lt together', { number: { $gte: 4, $lt: 10 } }, [7, 4]],
        ['$in', { number: { $in: [2, 33, 99] } }, [2, 33]],
        ['$nin', { number: { $nin: [2, 33, 99] } }, [7, 10, 4]],
        ['$and', { $and: [{ category: 'TCR' }, { tags: 'red' }] }, [4]],
        ['$or', { $or: [{ number: 2 }, { tags: 'new' }] }, [2, 7, 10]],
        ['$not', { number: { $not: { $gt: 4 } } }, [2, 4]],
        ['$exists', { category: { $exists: false } }, [7]],
        ['a dotted path', { 'driver.surname': 'Alpha' }, [2]],
        ['a dotted path that may be missing', { 'driver.starts': { $gte: 1 } }, [2, 7]],
        ['a dotted path into a list', { 'laps.timeMs': 95_000 }, [10, 33]],
        ['$regex, case and all', { 'driver.surname': { $regex: '^alpha' } }, [4]],
        ['a regular expression with a flag', { 'driver.surname': /^alpha/i }, [2, 4]],
        ['a member of a list', { tags: 'red' }, [10, 4]],
        ['no document', { number: -1 }, []],
      ])('match %s', async (_, filter, expected) => {
        expect(await numbers(filter)).toEqual(expected);
        expect(await cars.count(filter)).toBe(expected.length);
      });

      it('refuse operators that not every adapter has', async () => {
        await expect(cars.find({ $where: 'true' })).rejects.toThrow('A filter cannot use $where.');
        await expect(cars.find({ laps: { $elemMatch: { lap: 1 } } })).rejects.toThrow('$elemMatch');
        await expect(cars.count({ number: { $mod: [2, 0] } })).rejects.toThrow('A filter cannot use $mod.');
      });

      it.each<[string, FindOptions, number[]]>([
        ['ascending', { sort: { number: 1 } }, [2, 4, 7, 10, 33]],
        ['descending', { sort: { number: -1 } }, [33, 10, 7, 4, 2]],
        ['by two paths, the missing first', { sort: { category: 1, number: -1 } }, [33, 7, 10, 4, 2]],
        ['by a dotted path', { sort: { 'driver.surname': 1 }, limit: 2 }, [2, 7]],
        ['by id where the paths tie', { sort: { category: -1 } }, [2, 4, 10, 7, 33]],
        ['skipping', { sort: { number: 1 }, skip: 3 }, [10, 33]],
        ['a page', { sort: { number: 1 }, skip: 1, limit: 2 }, [4, 7]],
        ['nothing of it', { limit: 0 }, []],
        ['beyond the end', { skip: 9 }, []],
      ])('answer in order: %s', async (_, options, expected) => {
        expect(await numbers({}, options)).toEqual(expected);
      });

      it('see one view only', async () => {
        expect(await readModels.view('other').find({})).toEqual([]);
        expect(await readModels.view('other').get(10)).toBeNull();
      });
    });

    describe('documents', () => {
      it('are found by id, of which 1 and "1" are two', async () => {
        await cars.put(1, car(1), at(1));
        await cars.put('1', car(11), at(1));
        expect(await cars.get(1)).toEqual(car(1));
        expect(await cars.get('1')).toEqual(car(11));
        expect(await cars.get(2)).toBeNull();
      });

      it('are the caller’s own', async () => {
        const given = { ...car(1), tags: ['red'] };
        await cars.put(1, given, at(1));
        given.tags.push('late');
        (await cars.get(1))?.tags.push('mine');
        (await cars.find({}))[0]?.tags.push('too');
        expect(await cars.get(1)).toEqual(car(1, { tags: ['red'] }));
        await readModels.saveCheckpoint('suite', { version: 1, position: at(1) }, null);
        for (let again = 0; again < 2; again += 1) (await cars.get(1))?.tags.push('read again');
        expect(await cars.get(1)).toEqual(car(1, { tags: ['red'] }));
      });

      it('keep nothing of a field that is undefined', async () => {
        await cars.put(1, car(1, { note: undefined }), at(1));
        expect(await cars.count({ note: { $exists: true } })).toBe(0);
        await cars.patch(1, { note: 'damaged' }, at(2));
        expect(await cars.count({ note: { $exists: true } })).toBe(1);
        await cars.patch(1, { note: undefined }, at(3));
        expect(await cars.count({ note: { $exists: true } })).toBe(0);
      });
    });

    describe('guarded writes', () => {
      it('take what is later than the document and refuse the rest', async () => {
        expect(await cars.put(1, car(5), at(5))).toBe(true);
        expect(await cars.put(1, car(4), at(4))).toBe(false);
        expect(await cars.put(1, car(50), at(5))).toBe(false);
        expect(await cars.get(1)).toEqual(car(5));
        expect(await cars.put(1, car(10), at(10))).toBe(true);
        expect(await cars.get(1)).toEqual(car(10));
      });

      it('patch named fields of a document that exists', async () => {
        expect(await cars.patch(1, { category: 'TCR' }, at(1))).toBe(false);
        await cars.put(1, car(1, { driver: { surname: 'Old', starts: 1 } }), at(2));
        expect(await cars.patch(1, { driver: { surname: 'New' } }, at(3))).toBe(true);
        expect(await cars.get(1)).toEqual(car(1, { driver: { surname: 'New' } }));
        expect(await cars.patch(1, { category: 'late' }, at(3))).toBe(false);
        expect(await cars.get(1)).toEqual(car(1, { driver: { surname: 'New' } }));
      });

      it('delete, and are not undone by what came before', async () => {
        await cars.put(1, car(1), at(1));
        expect(await cars.delete(1, at(1))).toBe(false);
        expect(await cars.delete(1, at(5))).toBe(true);
        expect(await cars.get(1)).toBeNull();
        expect(await cars.count({})).toBe(0);
        expect(await cars.put(1, car(1), at(4))).toBe(false);
        expect(await cars.patch(1, { category: 'TCR' }, at(9))).toBe(false);
        expect(await cars.get(1)).toBeNull();
        expect(await cars.put(1, car(6), at(6))).toBe(true);
        expect(await cars.get(1)).toEqual(car(6));
      });

      it('guard a document that was deleted before it was ever seen', async () => {
        await cars.delete(1, at(5));
        expect(await cars.put(1, car(1), at(4))).toBe(false);
        expect(await cars.count({})).toBe(0);
      });
    });

    describe('checkpoints', () => {
      const begin = (name: string, version: number) => readModels.drop(name, version, []);
      /** Saves as a projector whose last save was `after`. */
      const save = (count: number, version: number, after: number | null, name = 'cars') =>
        readModels.saveCheckpoint(name, { position: at(count), version }, after === null ? null : at(after));

      it('are kept by projection', async () => {
        expect(await readModels.checkpoint('cars')).toBeNull();
        await begin('cars', 2);
        await begin('laps', 2);
        expect(await readModels.checkpoint('cars')).toBeNull();
        await save(3, 2, null);
        await save(4, 2, 3);
        expect(await readModels.checkpoint('cars')).toEqual({ position: at(4), version: 2 });
        expect(await readModels.checkpoint('laps')).toBeNull();
      });

      it('move on only, whatever a projector saves that slept', async () => {
        await begin('cars', 2);
        await save(5, 2, null);
        await save(4, 2, null);
        expect(await readModels.checkpoint('cars')).toEqual({ position: at(5), version: 2 });
        await begin('cars', 3);
        await save(9, 2, 5);
        expect(await readModels.checkpoint('cars')).toBeNull();
        await save(1, 3, null);
        await save(9, 2, 5);
        expect(await readModels.checkpoint('cars')).toEqual({ position: at(1), version: 3 });
      });

      it('stay dropped, whatever a projector of the same version saves that slept', async () => {
        await begin('cars', 2);
        await save(5, 2, null);
        await begin('cars', 2);
        await save(6, 2, 5);
        expect(await readModels.checkpoint('cars')).toBeNull();
        await save(1, 2, null);
        await save(6, 2, 5);
        expect(await readModels.checkpoint('cars')).toEqual({ position: at(1), version: 2 });
      });

      it('may be saved again: an answer may be lost', async () => {
        await begin('cars', 1);
        await save(5, 1, null);
        await save(5, 1, null);
        await save(6, 1, null);
        expect(await readModels.checkpoint('cars')).toEqual({ position: at(6), version: 1 });
      });

      it('are saved and read of several projections at once, of which one was dropped meanwhile', async () => {
        const names = ['cars', 'laps', 'other'];
        const saveAll = (count: number, after: number | null) =>
          Promise.all(names.map((name, index) => save(count + index, index, after, name)));
        for (const [index, name] of names.entries()) await begin(name, index);
        await saveAll(1, null);
        await saveAll(5, 1);
        const readAll = () => Promise.all(names.map((name) => readModels.checkpoint(name)));
        const [cars, laps, other] = names.map((_, index) => ({ position: at(5 + index), version: index }));
        expect(await readAll()).toEqual([cars, laps, other]);
        await begin('cars', 0);
        await saveAll(8, 5);
        expect(await readAll()).toEqual([null, { ...laps, position: at(9) }, { ...other, position: at(10) }]);
      });

      it('go with the views that are dropped, and the guards too', async () => {
        await begin('cars', 1);
        await cars.put(1, car(1), at(9));
        await cars.delete(2, at(9));
        await readModels.view('laps').put(1, { lap: 1 }, at(9));
        await save(9, 1, null);
        await readModels.drop('cars', 1, ['cars']);
        expect(await readModels.checkpoint('cars')).toBeNull();
        expect(await cars.find({})).toEqual([]);
        expect(await readModels.view('laps').count({})).toBe(1);
        expect(await cars.put(1, car(1), at(1))).toBe(true);
        expect(await cars.put(2, car(2), at(1))).toBe(true);
      });
    });

    it('say that they answer', async () => {
      expect((await readModels.health()).ok).toBe(true);
    });

    describe('digests', () => {
      it('tell contents, not how they came about', async () => {
        const other = readModels.view<Car>('other');
        for (const [id, document] of FIELD) await cars.put(id, document, at(1));
        for (const [id, document] of [...FIELD].reverse()) {
          await other.put(id, car(0), at(1));
          await other.delete(id, at(2));
          await other.put(
            id,
            Object.fromEntries(Object.entries(document).reverse()) as unknown as Car,
            at(3),
          );
        }
        await other.delete('gone', at(3));
        const digest = await readModels.digest('cars');
        expect(digest.count).toBe(FIELD.length);
        expect(digest.sha256).toMatch(/^[0-9a-f]{64}$/);
        expect(await readModels.digest('other')).toEqual(digest);
        await other.patch(7, { tags: [] }, at(4));
        expect(await readModels.digest('other')).not.toEqual(digest);
      });

      it('are the same on every adapter', async () => {
        await cars.put(2, car(2), at(1));
        await cars.put('x', car(10, { note: 'é' }), at(1));
        expect(await readModels.digest('cars')).toEqual({ count: 2, sha256: DIGEST_OF_TWO_CARS });
      });

      it('have one for an empty view', async () => {
        expect(await readModels.digest('empty')).toEqual({
          count: 0,
          sha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
        });
      });
    });
  });
};

/** `printf '2 {…}\n"x" {…}\n' | sha256sum`, keys in order. */
const DIGEST_OF_TWO_CARS = 'd86d978dbb5ff36b90505fceb3e375fae4cd517b8de3a56145c400d82acaed4e';
