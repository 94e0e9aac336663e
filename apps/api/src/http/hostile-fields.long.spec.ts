import { expect, it } from '@jest/globals';
import { fireAtFields } from '../testing/hostile/fire.js';
import { openStage } from '../testing/hostile/stage.js';

it('any hostile value in any field of a body is refused without a trace, or taken for what it says', async () => {
  const stage = await openStage();
  try {
    // Bodies are parsed the same for all callers: one person sends every value, the others some.
    expect(await fireAtFields(stage, (somebody) => (somebody === stage.people[0] ? 1 : 3))).toEqual([]);
  } finally {
    await stage.stop();
  }
}, 600_000);
