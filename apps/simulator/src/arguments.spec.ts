import { describe, expect, it } from '@jest/globals';
import { readArguments, UsageError } from './arguments.js';

const read = (line: string) => readArguments(line === '' ? [] : line.split(' '));
const refusal = (line: string): string => {
  try {
    read(line);
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
  return 'no refusal';
};

describe('the command line', () => {
  it('asks for the demo race, or for help', () => {
    expect(read('')).toEqual({ kind: 'demo', cars: 24 });
    expect(read('demo')).toEqual({ kind: 'demo', cars: 24 });
    expect(read('demo --cars 200')).toEqual({ kind: 'demo', cars: 200 });
    expect(read('--help')).toEqual({ kind: 'help' });
    expect(read('replay -h')).toEqual({ kind: 'help' });
  });

  it('asks for the rehearsal of an event', () => {
    expect(read('rehearsal --event 7')).toEqual({
      kind: 'rehearsal',
      request: { eventId: 7, replace: false },
    });
    expect(read('rehearsal --event 7 --replace')).toMatchObject({ request: { eventId: 7, replace: true } });
    expect(refusal('rehearsal')).toBe('Say which event is rehearsed: --event ID.');
    expect(refusal('rehearsal --event x')).toMatch(/^--event must be a number/);
    expect(refusal('rehearsal --event 7 --cars 3')).toBe(
      "rehearsal takes --event ID and --replace alone, not '--cars'.",
    );
    expect(refusal('rehearsal a.vbo --event 7')).toBe(
      "rehearsal takes --event ID and --replace alone, not 'a.vbo'.",
    );
  });

  it('asks for a replay into an event that exists', () => {
    expect(read('replay a.vbo --event 7 --car 12 --speed 10')).toEqual({
      kind: 'replay',
      request: { file: 'a.vbo', into: { eventId: 7 }, car: '12', speed: 10, rebase: false },
    });
    expect(read('replay a.ndjson --event 7 --rebase')).toMatchObject({
      request: { car: undefined, speed: 1, rebase: true },
    });
  });

  it('asks for a replay into a new event', () => {
    expect(read('replay a.vbo --make-event')).toMatchObject({
      request: { into: { finish: null, radiusM: 30 } },
    });
    expect(read('replay --make-event --finish -34.1,150.6 --radius 12.5 a.gpx')).toMatchObject({
      request: { file: 'a.gpx', into: { finish: { lat: -34.1, lng: 150.6 }, radiusM: 12.5 } },
    });
  });

  it.each([
    ['race', "'race' is no command"],
    ['--speed 3', "'--speed 3' is no command"],
    ['replay', 'replay wants the name of one file.'],
    ['replay a b --event 1', 'replay wants the name of one file.'],
    ['replay a', 'either --event ID or --make-event'],
    ['replay a --event 1 --make-event', 'either --event ID or --make-event'],
    ['replay a --event x', "--event must be a number, not 'x'."],
    ['replay a --event 1.5', "--event must be an event's id."],
    ['replay a --event 0', "--event must be an event's id."],
    ['replay a --event 1 --finish 1,2', 'belong to --make-event'],
    ['replay a --event 1 --radius 5', 'belong to --make-event'],
    ['replay a --make-event --finish 91,2', '--finish must be a latitude and a longitude'],
    ['replay a --make-event --finish 1,2,3', '--finish must be a latitude and a longitude'],
    ['replay a --make-event --finish 52.38', "such as 44.599,8.157, not '52.38'."],
    ['replay a --make-event --finish 52.38,', '--finish must be a latitude and a longitude'],
    ['replay a --make-event --finish north,east', '--finish must be a latitude and a longitude'],
    [`replay a --make-event --car ${'7'.repeat(21)}`, '--car must have 1 to 20 characters.'],
    ['replay a --make-event --car=', '--car must have 1 to 20 characters.'],
    ['replay a --event 1 --cars 3', '--cars belongs to demo'],
    ['replay a --event 1 --replace', '--replace belongs to rehearsal'],
    ['demo --cars 0', '--cars must be a whole number from 1 to'],
    ['demo --cars 501', '--cars must be a whole number from 1 to'],
    ['demo --cars many', "--cars must be a number, not 'many'."],
    ['demo --speed 2', "demo takes --cars N alone, not '--speed'."],
    ['demo a.vbo', "demo takes --cars N alone, not 'a.vbo'."],
    ['replay a --make-event --radius 1001', '--radius must be from 1 to 1000 metres.'],
    ['replay a --event 1 --speed 0', '--speed must be above 0.'],
    ['replay a --event 1 --speed fast', "--speed must be a number, not 'fast'."],
    ['replay a --event 1 --rebase --speed 2', '--rebase does not go with --speed above 1'],
    ['replay a --bogus', "Unknown option '--bogus'."],
    ['replay a --event', 'argument missing'],
  ])('%j is refused', (line, words) => {
    expect(refusal(line)).toContain(words);
    expect(refusal(line)).not.toContain('\n');
  });
});
