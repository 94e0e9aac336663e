import { describe, expect, it } from '@jest/globals';
import { FLAGS, type FlagCode } from '@flagpost/contracts';
import { TEXTS } from '../../shared/texts/race.js';
import { flagRequestFor, stepFor } from './send-flag.js';

describe('a press on a flag', () => {
  const all = { kind: 'all', cars: 24 } as const;
  const none = { kind: 'cars', cars: 0 } as const;
  const one = { kind: 'cars', cars: 1 } as const;
  const two = { kind: 'cars', cars: 2 } as const;
  const category = { kind: 'categories', cars: 8 } as const;
  const categoryOfOne = { kind: 'categories', cars: 1 } as const;
  const onlyOne = { step: 'refuse', text: TEXTS.flags.onlyOne } as const;
  const atLeastOne = { step: 'refuse', text: TEXTS.flags.atLeastOne } as const;

  const cases: [string, FlagCode, Parameters<typeof stepFor>[1], ReturnType<typeof stepFor>][] = [
    ['yellow to all', FLAGS.yellow, all, { step: 'send' }],
    ['yellow to some', FLAGS.yellow, two, { step: 'send' }],
    ['yellow to a category', FLAGS.yellow, category, { step: 'send' }],
    ['yellow to cars that have left', FLAGS.yellow, none, atLeastOne],
    ['safety car', FLAGS.safetyCar, all, { step: 'countDown' }],
    ['safety car to cars that have left', FLAGS.safetyCar, none, atLeastOne],
    ['red', FLAGS.red, all, { step: 'confirm' }],
    ['red with cars chosen that have left', FLAGS.red, none, { step: 'confirm' }],
    ['checkered to some', FLAGS.checkered, one, { step: 'confirm' }],
    ['penalty to one', FLAGS.penalty, one, { step: 'send' }],
    ['penalty to none', FLAGS.penalty, all, { step: 'chooseCar' }],
    ['penalty to a car that has left', FLAGS.penalty, none, atLeastOne],
    ['penalty to two', FLAGS.penalty, two, onlyOne],
    ['penalty to a category', FLAGS.penalty, category, onlyOne],
    ['black to two', FLAGS.black, two, onlyOne],
    ['black to a category of one car', FLAGS.black, categoryOfOne, onlyOne],
    ['warning to two', FLAGS.warning, two, { step: 'send' }],
    ['warning to a category', FLAGS.warning, category, { step: 'send' }],
    ['warning to none', FLAGS.warning, all, atLeastOne],
    ['message', FLAGS.message, all, { step: 'writeMessage' }],
  ];
  it.each(cases)('%s', (_, code, receivers, step) => {
    expect(stepFor(code, receivers, { safetyCarDelayS: 7, hasSector: false })).toEqual(step);
  });

  it('tells every car of the flag of a sector', () => {
    const inSector = { safetyCarDelayS: 7, hasSector: true };
    const refused = { step: 'refuse', text: TEXTS.flags.sectorForAll };
    expect(stepFor(FLAGS.yellow, all, inSector)).toEqual({ step: 'send' });
    expect(stepFor(FLAGS.yellow, one, inSector)).toEqual(refused);
    expect(stepFor(FLAGS.green, category, inSector)).toEqual(refused);
    // These are for no sector.
    expect(stepFor(FLAGS.penalty, one, inSector)).toEqual({ step: 'send' });
    expect(stepFor(FLAGS.red, one, inSector)).toEqual({ step: 'confirm' });
  });

  it('sends the safety car at once where the event has no delay', () => {
    expect(stepFor(FLAGS.safetyCar, all, { safetyCarDelayS: 0, hasSector: false })).toEqual({ step: 'send' });
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
