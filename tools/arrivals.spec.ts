import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { Profiler } from 'node:inspector';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { createLatencies } from '../bench/frame/measure.ts';
import { COMMITTING, PART_OF, partOf, PARTS, timeByPart, type TimeByPart } from '../bench/load/parts.ts';
import { createSchedule } from '../bench/load/schedule.ts';
import { rooms } from './rooms.js';

const ROOT = fileURLToPath(new URL('../', import.meta.url));

describe('the schedule of arrivals', () => {
  const DEVICES = 500;
  const PERIOD_MS = 1_000;
  const schedule = createSchedule(DEVICES, PERIOD_MS, 17);
  const arrivals = Array.from({ length: DEVICES * 3 }, (_, arrival) => arrival);
  const times = arrivals.map((arrival) => schedule.dueMs(arrival));

  it('sends each device once in every period, at the same moment of it', () => {
    const byDevice = Array.from({ length: DEVICES }, (_, device) =>
      arrivals
        .filter((arrival) => schedule.deviceOf(arrival) === device)
        .map((arrival) => times[arrival] ?? NaN),
    );
    for (const [first = NaN, ...later] of byDevice)
      expect(later.map((ms) => ms - first)).toEqual([
        expect.closeTo(PERIOD_MS),
        expect.closeTo(2 * PERIOD_MS),
      ]);
  });

  it('is in order, and spread over the period', () => {
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    const tenth = (from: number): number =>
      times.filter((ms) => ms >= from && ms < from + PERIOD_MS / 10).length;
    const counts = Array.from({ length: 10 }, (_, index) => tenth((index * PERIOD_MS) / 10));
    expect(Math.min(...counts)).toBeGreaterThan(DEVICES / 20);
    expect(Math.max(...counts)).toBeLessThan(DEVICES / 5);
  });

  it('follows from its seed', () => {
    const again = createSchedule(DEVICES, PERIOD_MS, 17);
    const other = createSchedule(DEVICES, PERIOD_MS, 18);
    expect(arrivals.map((arrival) => again.dueMs(arrival))).toEqual(times);
    expect(arrivals.map((arrival) => other.dueMs(arrival))).not.toEqual(times);
  });
});

describe('the parts of a profile', () => {
  it.each(rooms().map(({ folder }) => folder))('name the room %s', (folder) => {
    expect(Object.keys(PART_OF)).toContain(folder);
  });

  it.each([...Object.keys(PART_OF), ...COMMITTING])('name nothing that is not there: %s', (name) => {
    expect([name, `${name}.ts`].filter((path) => existsSync(ROOT + path))).toHaveLength(1);
  });

  it('know every file that commits', () => {
    const committing = ['libs', 'apps'].flatMap((group) =>
      readdirSync(ROOT + group).flatMap((room) =>
        readdirSync(`${ROOT}${group}/${room}/src`, { recursive: true, encoding: 'utf8' })
          .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'))
          .map((file) => `${group}/${room}/src/${file}`)
          .filter((file) => readFileSync(ROOT + file, 'utf8').includes("exec('COMMIT')"))
          .map((file) => file.slice(0, -'.ts'.length)),
      ),
    );
    expect(committing.toSorted()).toEqual(COMMITTING.toSorted());
  });

  it('refuse a file of a room that none of them names', () => {
    expect(() => partOf('libs/telemetry-of-boats/src/index')).toThrow(RangeError);
  });

  it('take the longest name that fits', () => {
    expect(partOf('libs/telemetry/src/engine/laps')).toBe('engine');
    expect(partOf('libs/telemetry/src/engine/frames')).toBe('frames');
    expect(partOf('apps/api/src/live/room')).toBe('frames');
    expect(partOf('apps/api/src/events/events.controller')).toBe('views');
  });

  /** Functions with their addresses, the outermost first. */
  type Stack = readonly (readonly [functionName: string, url: string])[];

  const profileOf = (stacks: readonly Stack[]): Profiler.Profile => {
    const frame = (functionName: string, url: string) => ({
      functionName,
      url,
      scriptId: '0',
      lineNumber: 0,
      columnNumber: 0,
    });
    const nodes: (Profiler.ProfileNode & { children: number[] })[] = [
      { id: 1, callFrame: frame('(root)', ''), children: [] },
    ];
    const samples = stacks.map((stack) => {
      let under = nodes[0];
      for (const [functionName, url] of stack) {
        const node = { id: nodes.length + 1, callFrame: frame(functionName, url), children: [] };
        nodes.push(node);
        under?.children.push(node.id);
        under = node;
      }
      return under?.id ?? NaN;
    });
    // The last sample has no end.
    return {
      nodes,
      samples: [...samples, 1],
      timeDeltas: [0, ...samples.map(() => 1_000)],
      startTime: 0,
      endTime: 0,
    };
  };
  const of = (path: string): string => `file:///checkout/${path}.js`;

  it.each<readonly [string, keyof TimeByPart, Stack]>([
    ['a function of a room', 'door', [['serve', of('apps/telemetry-ingest/dist/doors/doors')]]],
    [
      'what it calls of Node',
      'door',
      [
        ['serve', of('apps/telemetry-ingest/dist/doors/doors')],
        ['writeHead', 'node:_http_server'],
      ],
    ],
    [
      'what it calls of a shared room',
      'topic',
      [
        ['publish', of('libs/messaging/dist/sqlite/index')],
        ['add', of('libs/platform/dist/batcher')],
      ],
    ],
    [
      'what it calls of another part',
      'topic',
      [
        ['serve', of('apps/telemetry-ingest/dist/doors/doors')],
        ['publish', of('libs/messaging/dist/sqlite/index')],
      ],
    ],
    [
      'a commit',
      'commit',
      [
        ['inTransaction', of('libs/messaging/dist/sqlite/schema')],
        ['exec', ''],
      ],
    ],
    [
      'an insert of the same transaction',
      'topic',
      [
        ['append', of('libs/messaging/dist/sqlite/message-tables')],
        ['run', ''],
      ],
    ],
    ['a request that Node parses', 'http', [['parserOnHeadersComplete', 'node:_http_common']]],
    ['a socket of a viewer', 'frames', [['send', of('node_modules/ws/lib/sender')]]],
    ['the collector', 'garbage', [['(garbage collector)', '']]],
    ['Node outside of JavaScript', 'native', [['(program)', '']]],
    ['the idle thread', 'idle', [['(idle)', '']]],
    [
      'a function with the name of a method of every object',
      'topic',
      [['toString', of('libs/messaging/dist/port')]],
    ],
    ['code that nobody names', 'rest', [['listOnTimeout', 'node:internal/timers']]],
  ])('have the time of %s: %s', (_, part, stack) => {
    const spent = timeByPart(profileOf([stack, stack]));
    expect(spent).toEqual({ ...Object.fromEntries([...PARTS, 'idle'].map((each) => [each, 0])), [part]: 2 });
  });
});

describe('percentiles', () => {
  it('are the value that this share does not exceed', () => {
    const latencies = createLatencies();
    for (let ms = 100; ms >= 1; ms--) latencies.add(ms);
    expect([0.5, 0.99, 1].map((share) => latencies.percentile(share))).toEqual([50, 99, 100]);
  });

  it('are of all values where there are few', () => {
    const latencies = createLatencies();
    latencies.add(7);
    expect([0.01, 0.5, 0.99].map((share) => latencies.percentile(share))).toEqual([7, 7, 7]);
  });
});
