import { expect, it } from '@jest/globals';
import { TEXTS } from './texts.js';

it.each([
  ['Yellow to Car 12', 'Yellow to Car 12, 1 of 2 confirmed'],
  ['Message to All cars: Box closed.', 'Message to All cars: Box closed. 1 of 2 confirmed'],
  ['Message to All cars: Box closed!', 'Message to All cars: Box closed! 1 of 2 confirmed'],
])('goes on after "%s" as its end asks for', (flag, line) => {
  expect(TEXTS.feed.confirmed(flag, 1, 2)).toBe(line);
});
