import { expect, it } from '@jest/globals';
import { ANSWER_TEXTS, REFUSALS } from '@flagpost/contracts';
import { failureText, fieldFaults, errorKindOf } from './failures.js';
import { TEXTS } from './texts/common.js';

const answered = (status: number, message?: string) => ({ status, data: { statusCode: status, message } });

it.each([
  [
    { status: 401, data: { message: 'El token ha caducado', code: 'tokenExpired' } },
    'tokenExpired',
    'El token ha caducado',
  ],
  [answered(401, ANSWER_TEXTS.tokenExpired), 'unauthorized', ANSWER_TEXTS.tokenExpired],
  [answered(401, ANSWER_TEXTS.notAuthorized), 'unauthorized', 'No Authorized'],
  [{ status: 'FETCH_ERROR', error: 'TypeError' }, 'unanswered', TEXTS.noAnswer],
  [{ status: 'TIMEOUT_ERROR', error: '' }, 'unanswered', TEXTS.noAnswer],
  [answered(418, 'The institution has events.'), 'refused', 'The institution has events.'],
  [
    { status: 418, data: { message: REFUSALS['licence.limit'], code: 'licence.limit' } },
    'licenceLimit',
    'You have reached your licenses limit',
  ],
  [answered(400, ANSWER_TEXTS.malformed), 'malformed', ANSWER_TEXTS.malformed],
  [answered(403, ANSWER_TEXTS.forbidden), 'forbidden', ANSWER_TEXTS.forbidden],
  [answered(404, 'Gone.'), 'missing', 'Gone.'],
  [answered(503), 'notNow', TEXTS.unexpected],
  [new DOMException('Aborted', 'AbortError'), 'unanswered', TEXTS.noAnswer],
  [answered(500), 'failed', TEXTS.unexpected],
  [{ status: 502, data: '<html>' }, 'failed', TEXTS.unexpected],
  [new Error('x'), 'failed', TEXTS.unexpected],
  [undefined, 'failed', TEXTS.unexpected],
])('%j means %s and says %s', (error, meaning, text) => {
  expect(errorKindOf(error)).toBe(meaning);
  expect(failureText(error)).toBe(text);
});

it('names the fields of a malformed body alone', () => {
  const fields = { Email: 'Email is required.' };
  expect(fieldFaults({ status: 400, data: { fields } })).toEqual(fields);
  expect(fieldFaults({ status: 418, data: { fields } })).toEqual({});
  expect(fieldFaults(answered(400))).toEqual({});
});
