import { describe, expect, it } from '@jest/globals';
import type { DoorAnswer } from '@flagpost/telemetry/phone/upload-queue';
import { createTestAnswers } from './test-answers.js';

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

describe('answers to a test flag', () => {
  const start = () => {
    const sent: string[] = [];
    const door: { answer: DoorAnswer } = { answer: { kind: 'taken' } };
    const answers = createTestAnswers(async (body) => {
      sent.push(body);
      return { answer: door.answer, counts: null };
    });
    return { sent, door, answers };
  };
  const shown = { type: 'testShown', testId: 4 } as const;
  const confirmed = { type: 'testConfirmed', testId: 4 } as const;

  it('go to the door one after another, each once', async () => {
    const { sent, answers } = start();
    answers.say(shown);
    answers.say(confirmed);
    for (const now of [0, 1, 2]) {
      answers.send(now);
      await settled();
    }
    expect(sent).toEqual([JSON.stringify(shown), JSON.stringify(confirmed)]);
  });

  it('are sent again after a while if they did not arrive', async () => {
    const { sent, door, answers } = start();
    door.answer = { kind: 'failed' };
    answers.say(confirmed);
    for (const now of [0, 1_999]) {
      answers.send(now);
      await settled();
    }
    expect(sent).toHaveLength(1);
    door.answer = { kind: 'taken' };
    for (const now of [2_000, 9_000]) {
      answers.send(now);
      await settled();
    }
    expect(sent).toHaveLength(2);
  });

  it('are not sent any more once the test is over', async () => {
    const { sent, answers } = start();
    answers.say(shown);
    answers.keepOnly(null);
    answers.send(0);
    await settled();
    expect(sent).toEqual([]);
  });
});
