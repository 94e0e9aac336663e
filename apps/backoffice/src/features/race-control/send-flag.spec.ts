import { describe, expect, it, jest } from '@jest/globals';
import { FLAGS, type FlagCode } from '@flagpost/contracts';
import { createStore } from '../../app/store.js';
import { TEXTS } from '../../shared/texts/race.js';
import { answerCalls, type Answer } from '../../testing/fetch.js';
import { flagRequestFor, sendFlag, stepFor } from './send-flag.js';
import { selectSendings } from './state/flags.js';
import { carToggled, selectView } from './state/view.js';

describe('a press on a flag', () => {
  const cases: [string, FlagCode, number[], ReturnType<typeof stepFor>][] = [
    ['yellow to all', FLAGS.yellow, [], { step: 'send' }],
    ['yellow to some', FLAGS.yellow, [1, 2], { step: 'send' }],
    ['safety car', FLAGS.safetyCar, [], { step: 'countDown' }],
    ['red', FLAGS.red, [], { step: 'confirm' }],
    ['checkered to some', FLAGS.checkered, [1], { step: 'confirm' }],
    ['penalty to one', FLAGS.penalty, [1], { step: 'send' }],
    ['penalty to none', FLAGS.penalty, [], { step: 'chooseCar' }],
    ['penalty to two', FLAGS.penalty, [1, 2], { step: 'refuse', text: TEXTS.flags.onlyOne }],
    ['black to two', FLAGS.black, [1, 2], { step: 'refuse', text: TEXTS.flags.onlyOne }],
    ['warning to two', FLAGS.warning, [1, 2], { step: 'send' }],
    ['warning to none', FLAGS.warning, [], { step: 'refuse', text: TEXTS.flags.atLeastOne }],
    ['message', FLAGS.message, [], { step: 'writeMessage' }],
  ];
  it.each(cases)('%s', (_, code, receivers, step) => {
    expect(stepFor(code, receivers, { safetyCarDelayS: 7 })).toEqual(step);
  });

  it('sends the safety car at once where the event has no delay', () => {
    expect(stepFor(FLAGS.safetyCar, [], { safetyCarDelayS: 0 })).toEqual({ step: 'send' });
  });
});

it('names the sanctioned driver of a penalty alone', () => {
  expect(flagRequestFor(7, FLAGS.penalty, [12]).SanctionedDriver).toBe(12);
  expect(flagRequestFor(7, FLAGS.yellow, [12]).SanctionedDriver).toBeNull();
});

it('names a sector for a hazard alone, in words too', () => {
  const sector = { secId: 71, secNumber: 2, secPicpath: 'two.png', Kms: 1.25, traId: 7 };
  const yellow = flagRequestFor(7, FLAGS.yellow, [], null, sector);
  expect(yellow).toMatchObject({ SectorId: 71, SectorImg: 'two.png', Message: TEXTS.flags.sector(2) });
  const red = flagRequestFor(7, FLAGS.red, [], null, sector);
  expect(red).toMatchObject({ SectorId: null, SectorImg: null, Message: null });
});

describe('a sending', () => {
  const request = flagRequestFor(7, FLAGS.yellow, [1]);

  it('drops the selection and is over when the server has answered', async () => {
    const calls = answerCalls(() => ({ status: 201, body: { FlagId: 1 } }));
    const store = createStore();
    store.dispatch(carToggled(1));
    const sent = store.dispatch(sendFlag(request));
    expect(selectSendings(store.getState())).toMatchObject([{ status: 'sending', request }]);
    expect(selectView(store.getState()).selection).toEqual([]);
    await sent;
    expect(selectSendings(store.getState())).toEqual([]);
    expect(calls[0]?.headers.get('idempotency-key')).toMatch(/^[0-9a-f]{32}$/);
  });

  it('that was refused keeps the reason, and is sent again under the same key', async () => {
    const answers: Answer[] = [
      { status: 418, body: { statusCode: 418, message: 'No such car.' } },
      { status: 201, body: { FlagId: 1 } },
    ];
    const calls = answerCalls(() => answers.shift() ?? 'nothing');
    const store = createStore();
    await store.dispatch(sendFlag(request));
    const [failed] = selectSendings(store.getState());
    expect(failed).toMatchObject({ status: 'failed', reason: 'No such car.' });
    await store.dispatch(sendFlag(request, failed?.key));
    expect(selectSendings(store.getState())).toEqual([]);
    const keys = calls.map(({ headers }) => headers.get('idempotency-key'));
    expect(keys[0]).toBe(keys[1]);
  });

  it('without an answer for three seconds is given up, and is sent again under the same key', async () => {
    jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick', 'setImmediate'] });
    const hanging = new Promise<Answer>(() => undefined);
    const answers = [hanging, Promise.resolve<Answer>({ status: 201, body: { FlagId: 1 } })];
    const calls = answerCalls(() => answers.shift() ?? 'nothing');
    const store = createStore();
    const sent = store.dispatch(sendFlag(request));
    await jest.advanceTimersByTimeAsync(2_999);
    expect(selectSendings(store.getState())).toMatchObject([{ status: 'sending' }]);
    expect(calls[0]?.signal.aborted).toBe(false);
    await jest.advanceTimersByTimeAsync(1);
    jest.useRealTimers();
    expect(await sent).toBe(TEXTS.noAnswer);
    expect(calls[0]?.signal.aborted).toBe(true);
    const [failed] = selectSendings(store.getState());
    expect(failed).toMatchObject({ status: 'failed', reason: TEXTS.noAnswer });
    expect(await store.dispatch(sendFlag(request, failed?.key))).toBeNull();
    expect(calls[1]?.headers.get('idempotency-key')).toBe(failed?.key);
  });
});
