import { expect, it } from '@jest/globals';
import { jsonLogger } from './logging.js';

it('a line of the log is one line of plain characters, and says what it was told', () => {
  const lines: string[] = [];
  const told = 'a\n{"level":"error"}\r\u001b[2J\u007f\u009b31m\u2028\u202e\u2066 نادي 🏁';
  jsonLogger({ now: () => 0 }, (line) => lines.push(line)).warn(told, { error: new Error(told) });
  expect(lines).toHaveLength(1);
  expect(lines[0]).not.toMatch(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    level: 'warn',
    message: told,
    error: { message: told },
  });
});
