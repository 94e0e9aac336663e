import type { TestAnswer } from '@flagpost/contracts';
import type { Posted } from './doors.js';

/** Before an answer that did not arrive is sent again. */
const RETRY_MS = 2_000;

/**
 * What the phone says of a test flag: sent until a door has taken it, or the test is over. It is in no queue, as an answer
 * that comes after the check says nothing.
 */
export interface TestAnswers {
  say(answer: TestAnswer): void;
  /** Answers to other tests are not sent any more; null: there is none. */
  keepOnly(testId: number | null): void;
  /** Sends what waits, if it is time to: `now` is ms of a clock that is not set back. */
  send(now: number): void;
}

export const createTestAnswers = (post: (body: string) => Promise<Posted>): TestAnswers => {
  let waiting: readonly TestAnswer[] = [];
  let isSending = false;
  let notBefore = 0;

  const send = (now: number): void => {
    const [next] = waiting;
    if (next === undefined || isSending || now < notBefore) return;
    isSending = true;
    void post(JSON.stringify(next)).then(({ answer }) => {
      isSending = false;
      if (answer.kind === 'taken') waiting = waiting.filter((each) => each !== next);
      else notBefore = now + RETRY_MS;
    });
  };
  return {
    say(answer) {
      waiting = [...waiting, answer];
    },
    keepOnly(testId) {
      waiting = waiting.filter((each) => each.testId === testId);
    },
    send,
  };
};
