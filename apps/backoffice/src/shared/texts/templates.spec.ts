import { expect, it } from '@jest/globals';
import { LIMITS } from '@flagpost/contracts';
import { english } from './en/race.js';
import { spanish } from './es/race.js';
import { italian } from './it/race.js';

it.each(Object.entries({ english, spanish, italian }))(
  'has six different templates of messages in %s, each within the limit of a message',
  (_, { flags: { templates } }) => {
    expect(new Set(templates).size).toBe(6);
    for (const text of templates)
      expect([text.trim().length > 0, text.length <= LIMITS.message]).toEqual([true, true]);
  },
);
