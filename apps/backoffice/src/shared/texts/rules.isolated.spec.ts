/** @jest-environment <rootDir>/tools/specs/jsdom-environment.js */
import { expect, it } from '@jest/globals';
import { clubRequest, REFUSALS } from '@flagpost/contracts';
import { spanishForScreens } from '@flagpost/contracts/texts/es';

window.localStorage.setItem('flagpost.language', 'es');
const { faultText, RULES } = await import('./rules.js');
const { roleOf } = await import('../roles.js');

it('speaks the language of the page, of rules and of roles', () => {
  expect(RULES).toBe(spanishForScreens);
  expect(roleOf([{ id: 4 }])).toBe('Director de carrera');
});

it('puts the codes of a schema into words, and leaves the words of the server', () => {
  const issues = clubRequest.safeParse({ cluName: ' ', couId: 380 }).error?.issues ?? [];
  const [ofName] = issues.filter(({ path }) => path[0] === 'cluName');
  expect(faultText(ofName?.message ?? '')).toBe('El nombre es obligatorio.');
  expect(faultText(REFUSALS['user.emailTaken'])).toBe(REFUSALS['user.emailTaken']);
});
