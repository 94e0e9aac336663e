import { fieldsOf, withField, type Operation } from './operations.js';
import { lineOf, type Shot, type Somebody, type Stage } from './stage.js';
import { HOSTILE_VALUES } from '@flagpost/testing/hostile-values';

export const JSON_TYPE = { 'content-type': 'application/json' };

/** Sends all of `shots` for every operation and person; returns the faults, in lines. */
export const fireAll = async (
  stage: Stage,
  shots: (operation: Operation, somebody: Somebody) => Promise<readonly Shot[]>,
): Promise<readonly string[]> => {
  const wrong: string[] = [];
  for (const operation of stage.operations)
    for (const somebody of stage.people)
      for (const shot of await shots(operation, somebody)) {
        const { complaints } = await stage.fire(shot);
        wrong.push(...complaints.map((complaint) => `${somebody.name}: ${lineOf(shot)}: ${complaint}`));
      }
  return wrong;
};

/** A sample request of the operation, sent by this person. */
export const signed = async (stage: Stage, operation: Operation, somebody: Somebody) => {
  const { path, body, bearer = somebody.bearer } = await stage.sample(operation, somebody);
  return { path: `/api${path}`, body, headers: { authorization: `Bearer ${bearer}` } };
};

/**
 * Sends hostile values in every field of every body. Of several fields in a row each gets the next one in `oneIn` of
 * the values, so that a small share still tries every value somewhere.
 *
 * @param oneIn for a person: 1 sends every value in every field
 */
export const fireAtFields = (stage: Stage, oneIn: (somebody: Somebody) => number) => {
  let turn = 0;
  return fireAll(stage, async (operation, somebody) => {
    if (operation.body === null) return [];
    const { path, body, headers } = await signed(stage, operation, somebody);
    const share = oneIn(somebody);
    return fieldsOf(operation.body).flatMap((field) => {
      turn += 1;
      return HOSTILE_VALUES.filter((_, index) => index % share === turn % share).map((value) => ({
        method: operation.method,
        path,
        headers: { ...headers, ...JSON_TYPE },
        body: JSON.stringify(withField(body, field, value)),
      }));
    });
  });
};
