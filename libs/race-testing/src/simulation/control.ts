import { FLAGS, type FlagAnswer } from '@flagpost/contracts';
import { ask, type Cluster, type World } from '@flagpost/testing/simulation';
import type { Answered, ApiProgram, Order } from './api-program.js';
import { CARS, RACE_MS, STARTS } from './course.js';
import type { Phone } from './phones.js';
import type { Program } from './simulated-race.js';
import type { Viewer } from './sockets.js';

/** Race control: repeats each order until it is answered, and repeats some answered ones once more. */
export interface Control {
  readonly answered: readonly { readonly key: string; readonly order: Order; readonly answers: Answered[] }[];
  isDone(): boolean;
}

const REQUEST_TIMEOUT_MS = 5_000;
const AGAIN_SHARE = 0.15;
const TRACK = [FLAGS.red, FLAGS.yellow, FLAGS.green, FLAGS.safetyCar];

export const startControl = (
  world: World,
  cluster: Cluster<Program>,
  apis: readonly string[],
  phones: readonly Phone[],
  viewer: Viewer,
): Control => {
  const { random } = world;
  const answered: { key: string; order: Order; answers: Answered[] }[] = [];
  let open = 0;
  let sent = 0;

  const carry = async (entry: (typeof answered)[number]): Promise<void> => {
    const carryOut = (program: Program) => (program as ApiProgram).order(entry.key, entry.order);
    const answer = await ask(world, cluster, random.pick(apis), REQUEST_TIMEOUT_MS, carryOut).catch(
      () => null,
    );
    if (answer !== null) {
      entry.answers.push(answer);
      if (entry.answers.length === 1) hear(entry.order, answer);
    }
    if (answer !== null && (entry.answers.length > 1 || !random.chance(AGAIN_SHARE))) open -= 1;
    else world.after(random.between(200, 1_500), `order ${entry.key} again`, () => void carry(entry));
  };

  /** Most of the cars that received a flag confirm it. */
  const hear = (order: Order, answer: Answered): void => {
    if (order.type !== 'flag' || !answer.accepted) return;
    const { FlagId: flagId } = answer.answer as FlagAnswer;
    for (const phone of phones) {
      if (order.receivers.length > 0 && !order.receivers.includes(phone.car)) continue;
      if (random.chance(0.3)) continue;
      world.after(random.between(500, 6_000), `car ${phone.car} confirms`, () =>
        phone.say({ type: 'flagConfirmed', flagId }),
      );
    }
  };

  const orderNow = (): Order | null => {
    const luck = random.next();
    if (luck < 0.4) return { type: 'flag', code: random.pick(TRACK), receivers: [] };
    if (luck < 0.6) return { type: 'flag', code: FLAGS.black, receivers: [random.pick(CARS)] };
    if (luck < 0.7) return { type: 'clearFlags' };
    if (luck < 0.8) return { type: 'resetLaps' };
    if (luck < 0.9) return { type: 'placeStart', start: random.pick(STARTS) };
    const alerts = viewer.picture.openAlerts();
    if (alerts.length === 0) return null;
    const alertId = random.pick(alerts).AlertId;
    return { type: random.chance(0.5) ? 'acknowledgeSos' : 'clearSos', alertId };
  };

  for (let left = random.between(2, 8); left > 0; left -= 1) {
    world.after(random.between(2_000, RACE_MS), 'race control orders', () => {
      const order = orderNow();
      if (order === null) return;
      const entry = { key: `order-${++sent}`, order, answers: [] };
      answered.push(entry);
      open += 1;
      void carry(entry);
    });
  }
  /** Drivers press and clear SOS. */
  for (const phone of phones) {
    for (let left = random.between(0, 2); left > 0; left -= 1) {
      const at = random.between(1_000, RACE_MS - 6_000);
      const pressedT = world.now() + at;
      world.after(at, `car ${phone.car} presses SOS`, () => phone.say({ type: 'sos', t: pressedT }));
      if (!random.chance(0.5)) continue;
      const later = at + random.between(1_000, 9_000);
      world.after(later, `car ${phone.car} clears its SOS`, () =>
        phone.say({ type: 'sosCleared', t: world.now() }),
      );
    }
  }
  return { answered, isDone: () => open === 0 };
};
