import { readRaceOrders } from '@flagpost/api/headless';
import { TOPICS } from '@flagpost/contracts';
import type { ReadModels } from '@flagpost/read-models';
import { EVENT } from '../course.js';
import type { Installation } from '../installation.js';

/** The newest values of `race.orders` are what the views say that each car has to show and to confirm. */
export const wrongCarOrders = async ({ broker }: Installation, views: ReadModels): Promise<string[]> => {
  const newest = new Map(
    broker
      .topic(TOPICS.orders)
      .partitions.flat()
      .map(({ key, value }) => [key, value]),
  );
  const due = new Map((await readRaceOrders(views, EVENT))?.map(({ key, value }) => [key, value]));
  return [...new Set([...newest.keys(), ...due.keys()])].flatMap((key) => {
    const [found, expected] = [newest.get(key) ?? null, due.get(key) ?? null];
    return found === expected ? [] : [`the orders of ${key} are ${found}, not ${expected}`];
  });
};
