import type { Cluster } from './cluster.js';
import type { World } from './world.js';

/** Nobody answered: it may have been carried out or not. */
class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

/**
 * A request from outside to one of the programs, as over HTTP: it may be refused, be carried out and lose its answer, or
 * wait for a program that sleeps.
 *
 * @throws {NoAnswer} after `patienceMs`, or sooner if nobody listens; any error of `carryOut`.
 */
export const ask = <Program, Answer>(
  world: World,
  cluster: Cluster<Program>,
  name: string,
  patienceMs: number,
  carryOut: (program: Program) => Promise<Answer>,
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const fail = (): void => reject(new NoAnswer(`${name} did not answer.`));
    const impatience = world.after(patienceMs, `${name} is given up`, fail);
    const answer = (tell: () => void): void => {
      if (world.random.chance(cluster.network.lostShare)) return;
      world.after(world.latency(), `${name} answers`, () => {
        impatience.cancel();
        tell();
      });
    };
    world.after(world.latency(), `${name} is asked`, () => {
      const running = cluster.program(name);
      if (running === null) {
        answer(fail);
        return;
      }
      const { process } = running;
      process.receive(() => {
        carryOut(running.program).then(
          (result) => !process.hasEnded() && answer(() => resolve(result)),
          (error: unknown) =>
            !process.hasEnded() &&
            answer(() => reject(error instanceof Error ? error : new Error(String(error)))),
        );
      });
    });
  });
