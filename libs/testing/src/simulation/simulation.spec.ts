import { describe, expect, it } from '@jest/globals';
import { ServiceUnavailableError } from '@flagpost/platform';
import { createBroker } from './broker.js';
import { createProcess, type Network } from './process.js';
import { reportOf, runSeeds } from './seeds.js';
import { connectTopics } from './topics.js';
import { createWorld } from './world.js';

const START = Date.UTC(2026, 0, 1);
const calm: Network = { isOut: () => false, lostShare: 0, isCalm: false };
const aWorld = (seed = 1) => createWorld({ seed, startsAt: START });

describe('a world', () => {
  it('does what is due in order of time, follows up promises in between, and is the same for the same seed', async () => {
    const told = async (seed: number) => {
      const world = aWorld(seed);
      for (let ms = 20; ms > 0; ms -= 1)
        world.after(ms, `at ${ms}`, () => void Promise.resolve().then(() => world.note(`after ${ms}`)));
      for (let one = 0; one < 5; one += 1) world.after(30, `together ${one}`, () => undefined);
      await world.run(100);
      expect(world.now()).toBe(START + 100);
      return world.trace;
    };
    const trace = await told(1);
    expect(trace.slice(0, 4)).toEqual(['1 at 1', '1 after 1', '2 at 2', '2 after 2']);
    expect(await told(1)).toEqual(trace);
    expect((await told(2)).toSorted()).toEqual(trace.toSorted());
    expect(await told(2)).not.toEqual(trace);
  });

  it('ends as soon as it is told that it is done', async () => {
    const world = aWorld();
    let done = 0;
    for (let ms = 1; ms <= 9; ms += 1) world.after(ms, 'step', () => void (done += 1));
    expect(await world.run(100, () => done === 4)).toBe(true);
    expect(world.now()).toBe(START + 4);
    expect(await world.run(100, () => done > 9)).toBe(false);
  });
});

describe('a process', () => {
  const asks = async (moment: 'before' | 'after') => {
    const world = aWorld();
    const process = createProcess(world, calm, 'api');
    const effects: number[] = [];
    const answers: number[] = [];
    process.crashAtCall(2, moment);
    for (const call of [1, 2]) {
      void process.call('store', 'append', () => effects.push(call)).then(() => answers.push(call));
      await world.run(5_000);
    }
    process.after(1, () => answers.push(99));
    await world.run(5_000);
    return { effects, answers, ended: process.hasEnded() };
  };

  it('ends before a call is sent, or when it has had its effect, and nothing of it goes on', async () => {
    expect(await asks('before')).toEqual({ effects: [1], answers: [1], ended: true });
    expect(await asks('after')).toEqual({ effects: [1, 2], answers: [1], ended: true });
  });

  it('hears and does nothing while it sleeps, and what it had sent has its effect all the same', async () => {
    const world = aWorld();
    const process = createProcess(world, calm, 'ingest');
    const happened: string[] = [];
    process.every(1_000, () => happened.push(`timer at ${world.now() - START}`));
    void process
      .call('records', 'save', () => happened.push('saved'))
      .then(() => happened.push(`answered at ${world.now() - START}`));
    process.sleep(30_000);
    await world.run(20_000);
    expect(happened).toEqual(['saved']);
    await world.run(10_500);
    expect(happened.toSorted()).toEqual(['answered at 30000', 'saved', 'timer at 30000']);
  });

  it('is refused by a server that is out, and cannot tell a lost answer from a lost request', async () => {
    const world = aWorld();
    const effects: string[] = [];
    const call = (network: Network) => {
      const asked = createProcess(world, network, 'api').call('store', 'append', () => effects.push('done'));
      const failed = expect(asked).rejects.toThrow(ServiceUnavailableError);
      return world.run(10_000).then(() => failed);
    };
    await call({ ...calm, isOut: (server) => server === 'store' });
    expect(effects).toEqual([]);
    await call({ ...calm, lostShare: 1 });
    expect(effects).toEqual([]);
  });
});

it('a partition goes to another member when its reader sleeps too long, which learns of it when it wakes', async () => {
  const world = aWorld(3);
  const broker = createBroker(world);
  broker.define([{ name: 'laps', partitions: 1, kind: 'log' }]);
  const read: string[] = [];
  const revoked: string[] = [];
  const join = (name: string) => {
    const process = createProcess(world, calm, name);
    connectTopics(world, calm, process, broker).consume({
      topic: 'laps',
      group: 'a',
      onBatch: async ({ messages }) => void read.push(...messages.map(({ value }) => `${name} ${value}`)),
      onRevoked: async () => void revoked.push(name),
    });
    return process;
  };
  const first = join('first');
  await world.run(2_000);
  const second = join('second');
  await world.run(2_000);
  broker.publish('laps', [{ key: 'car', value: '1' }]);
  await world.run(5_000);
  const [readFirst = ''] = read;
  const sleeper = readFirst.startsWith('first') ? first : second;
  const heir = sleeper === first ? second : first;

  sleeper.sleep(30_000);
  await world.run(15_000);
  broker.publish('laps', [{ key: 'car', value: '2' }]);
  await world.run(5_000);
  expect(read).toEqual([readFirst, `${heir.name} 2`]);
  expect(revoked).not.toContain(sleeper.name);
  await world.run(15_000);
  expect(revoked).toContain(sleeper.name);
});

it('a failing seed is told with how to run it again; one that throws has failed', async () => {
  const failed = await runSeeds(5, 4, async (seed) => {
    if (seed === 6) throw new Error('The world ended.');
    return { complaints: seed === 8 ? ['a lap counts twice'] : [], trace: [] };
  });
  expect(failed.map(({ seed }) => seed)).toEqual([6, 8]);
  const report = reportOf(failed, (seed) => `run ${seed}`);
  expect(report).toContain('seed 8: run it again with  run 8\n  a lap counts twice');
  expect(report).toContain('The world ended.');
});
