import { describe, expect, it } from '@jest/globals';
import { FLAGS, type FlagCode } from '@flagpost/contracts';
import { TEXTS } from '../../shared/texts/race.js';
import { flagRequestFor, stepFor } from './send-flag.js';

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
  const stretch = { From: null, To: null, OffM: null };
  const sector = { secId: 71, secNumber: 2, secPicpath: 'two.png', Kms: 1.25, traId: 7, ...stretch };
  const yellow = flagRequestFor(7, FLAGS.yellow, [], null, sector);
  expect(yellow).toMatchObject({ SectorId: 71, SectorImg: 'two.png', Message: TEXTS.flags.sector(2) });
  const red = flagRequestFor(7, FLAGS.red, [], null, sector);
  expect(red).toMatchObject({ SectorId: null, SectorImg: null, Message: null });
});
