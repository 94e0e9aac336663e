import { clearTimeout, setTimeout } from 'node:timers';
import { addEventHandler } from 'jest-circus';

/** A test or hook that hangs fails; one on a busy machine may take its time. The light runner itself knows no limit. */
const LIMIT_MS = 60_000;

const withLimit =
  (run, limitMs = LIMIT_MS) =>
  async () => {
    const { promise: late, reject } = Promise.withResolvers();
    const timer = setTimeout(() => reject(new Error(`It took longer than ${limitMs} ms.`)), limitMs);
    try {
      return await Promise.race([run(), late]);
    } finally {
      clearTimeout(timer);
    }
  };

export default () =>
  addEventHandler(({ name, timeout }, { currentDescribeBlock: { children, hooks } }) => {
    const added = name === 'add_test' ? children.at(-1) : name === 'add_hook' ? hooks.at(-1) : undefined;
    if (added?.fn !== undefined) added.fn = withLimit(added.fn, timeout);
  });
