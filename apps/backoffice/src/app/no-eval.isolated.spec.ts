import './no-eval.js';
import { expect, it } from '@jest/globals';
import { config } from 'zod';

it('is what zod goes by', () => {
  expect(config().jitless).toBe(true);
});
