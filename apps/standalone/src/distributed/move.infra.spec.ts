import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PUBLISHED_STATE_ID, type EventRow } from '@flagpost/contracts';
import { COMPONENTS, describeOver, suiteAddresses } from '@flagpost/testing/servers';
import { until } from '@flagpost/testing';
import { signIn } from '@flagpost/race-testing/calls';
import { dropPart, ownPart } from '@flagpost/race-testing/cluster';
import { startFlagpost, type Flagpost } from '@flagpost/race-testing/flagpost';
import { PROGRAMS, runTask, startProgram, type Program } from '@flagpost/race-testing/process';

const MINUTES = 60_000;
const DIRECTOR = 'director@flagpost.demo';

/** The lines that name a view, its count and its digest. */
const viewsIn = (output: string): string[] => output.split('\n').filter((line) => /[\da-f]{64}$/.test(line));

describeOver(describe, 'An embedded installation', COMPONENTS, (servers) => {
  let embedded: Flagpost;
  const part = ownPart(suiteAddresses(servers));
  let target: Record<string, string>;
  const started: Program[] = [];
  let before: readonly EventRow[];

  beforeAll(async () => {
    embedded = await startFlagpost();
    const director = await signIn(embedded.url, DIRECTOR);
    before = await until('the race of the demo', async () => {
      const { body } = await director.call<EventRow[]>('GET', '/events');
      const [race] = body;
      const ready =
        race?.State === PUBLISHED_STATE_ID &&
        race.Authorized > 0 &&
        race.Authorized === race.Invited &&
        race.Ready === 'ready';
      return ready ? body : undefined;
    });
    target = { ...part, DATA_DIR: embedded.dataDir };
  }, 2 * MINUTES);
  afterAll(async () => {
    await Promise.all(started.map((program) => program.stop()));
    await embedded.remove();
    await dropPart(part);
  }, MINUTES);

  it(
    'is moved to servers whole, also in several attempts, and lives on there',
    async () => {
      const early = await runTask(PROGRAMS.move, target).ended;
      expect(early.output).toContain('is in use by another process');
      expect(early.code).toBe(1);
      await embedded.kill();

      const unprepared = await runTask(PROGRAMS.move, target).ended;
      expect(unprepared.output).toContain('npm run migrate');
      expect((await runTask(PROGRAMS.migrate, target).ended).code).toBe(0);

      const interrupted = runTask(PROGRAMS.move, target);
      await until('the first copies', () => interrupted.output().includes('records: '), {
        deadlineMs: MINUTES,
      });
      interrupted.kill();
      await interrupted.ended;

      const moved = await runTask(PROGRAMS.move, target).ended;
      expect(moved.output).toContain('A move of this installation was interrupted and is resumed.');
      expect(moved.output).toContain('Moved. The views of both are equal:');
      expect(moved.code).toBe(0);
      const rebuilt = await runTask(PROGRAMS.rebuild, { DATA_DIR: embedded.dataDir }).ended;
      expect(viewsIn(moved.output).length).toBeGreaterThan(5);
      expect(viewsIn(moved.output)).toEqual(viewsIn(rebuilt.output));

      const again = await runTask(PROGRAMS.move, target).ended;
      expect(again.output).toContain(
        'This installation was moved to this target before and runs there since.',
      );
      expect(again.code).toBe(1);

      for (const kind of ['ingest', 'api'] as const)
        started.push(await startProgram({ name: kind, file: PROGRAMS[kind], environment: target }));
      const director = await signIn(started[1]?.url ?? '', DIRECTOR);
      const { body } = await director.call<EventRow[]>('GET', '/events');
      expect(body).toEqual(before);
    },
    4 * MINUTES,
  );
});
