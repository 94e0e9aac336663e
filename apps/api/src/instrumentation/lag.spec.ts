import { expect, it } from '@jest/globals';
import { READ_YOUR_WRITES_MS } from '@flagpost/contracts';
import { METRICS } from '@flagpost/observability';
import type { ReadModels } from '@flagpost/read-models';
import { memoryReadModels } from '@flagpost/read-models/memory';
import { until } from '@flagpost/testing';
import { startHarness } from '../testing/harness.js';
import { measured } from '../testing/measured.js';
import { aRace, eventBody } from '../testing/race-fixture.js';

it('shows how far a slow projection is behind, until it has caught up', async () => {
  const { metrics, told } = measured();
  const views = memoryReadModels();
  let release = (): void => undefined;
  let held: Promise<void> = Promise.resolve();
  const slow: ReadModels = {
    ...views,
    view: <T>(name: string) => {
      const view = views.view<T>(name);
      if (name !== 'events') return view;
      const put: typeof view.put = async (...written) => {
        await held;
        return view.put(...written);
      };
      return { ...view, put };
    },
  };
  const harness = await startHarness({ readModels: slow, metrics });
  const race = await aRace(harness);
  const lag = async (): Promise<Record<string, number>> =>
    (await told(METRICS.projectionLag))[0] as Record<string, number>;
  expect(new Set(Object.values(await lag()))).toEqual(new Set([0]));
  expect(await told(METRICS.lateAnswers)).toEqual([0]);

  held = new Promise((resolve) => (release = resolve));
  const progress = { answered: false };
  const asking = race
    .as('planner')
    .post('/events', eventBody(race.categoryId))
    .then((answer) => {
      progress.answered = true;
      return answer;
    });
  await until('a lag of the events', async () => (await lag())['events'] !== 0);
  await until('the late answer', () => progress.answered, {
    advance: () => harness.time.advance(READ_YOUR_WRITES_MS),
  });
  expect((await asking).headers['x-projection-lag']).toBeDefined();
  expect(await lag()).toMatchObject({ events: 1, flags: 0 });
  expect(await told(METRICS.lateAnswers)).toEqual([1]);

  release();
  await until('the events without a lag', async () => (await lag())['events'] === 0);
  await harness.stop();
});
