import { FLAGS, type FlagAnswer } from '@flagpost/contracts';
import { ask, type Cluster, type World } from '@flagpost/testing/simulation';
import type { Answered, ApiProgram, Order } from './api-program.js';
import { CARS, RACE_MS, SECTORS, STARTS } from './course.js';
import type { Phone } from './phones.js';
import type { Program } from './simulated-race.js';
import type { Viewer } from './sockets.js';

export interface Entry {
  readonly key: string;
  readonly order: Order;
  readonly answers: Answered[];
}

export interface Withdrawn extends Entry {
  /** Each answer to the withdrawal. */
  readonly outcomes: ('withdrawn' | 'carriedOut' | 'pending')[];
}

/** Race control: repeats each order until it is answered, repeats some answered ones once more, and withdraws some flags. */
export interface Control {
  readonly answered: readonly Entry[];
  /** Flags that race control withdrew while they were on their way. */
  readonly withdrawn: readonly Withdrawn[];
  isDone(): boolean;
}

const REQUEST_TIMEOUT_MS = 5_000;
const AGAIN_SHARE = 0.15;
const WITHDRAWN_SHARE = 0.3;
const TRACK = [FLAGS.red, FLAGS.yellow, FLAGS.green, FLAGS.safetyCar];

export const startControl = (
  world: World,
  cluster: Cluster<Program>,
  apis: readonly string[],
  phones: readonly Phone[],
  viewer: Viewer,
): Control => {
  const { random } = world;
  const answered: Entry[] = [];
  const withdrawn: Withdrawn[] = [];
  let open = 0;
  let sent = 0;

  const request = <Answer>(carryOut: (api: ApiProgram) => Promise<Answer>): Promise<Answer | null> =>
    ask(world, cluster, random.pick(apis), REQUEST_TIMEOUT_MS, (program: Program) =>
      carryOut(program as ApiProgram),
    ).catch(() => null);

  const carry = async (entry: Entry): Promise<void> => {
    const answer = await request((api) => api.order(entry.key, entry.order));
    if (answer !== null) {
      entry.answers.push(answer);
      if (entry.answers.length === 1) hear(entry.order, answer);
    }
    if (answer !== null && (entry.answers.length > 1 || !random.chance(AGAIN_SHARE))) open -= 1;
    else world.after(random.between(200, 1_500), `order ${entry.key} again`, () => void carry(entry));
  };

  /** Asks for it until it is answered, and mostly once more. */
  const withdraw = async (entry: Withdrawn): Promise<void> => {
    const outcome = await request((api) => api.withdraw(entry.key));
    if (outcome !== null) entry.outcomes.push(outcome);
    if (entry.outcomes.length > 1 || (outcome !== null && random.chance(AGAIN_SHARE))) open -= 1;
    else
      world.after(random.between(20, 1_500), `withdrawal of ${entry.key} again`, () => void withdraw(entry));
  };

  /** The flag is asked for once, and may arrive before or after its withdrawal. */
  const sendAndWithdraw = (entry: Withdrawn): void => {
    withdrawn.push(entry);
    open += 2;
    void request((api) => api.order(entry.key, entry.order)).then((answer) => {
      if (answer !== null) entry.answers.push(answer);
      open -= 1;
    });
    world.after(random.between(0, 60), `withdrawal of ${entry.key}`, () => void withdraw(entry));
  };

  /** Most of the cars without the driver's page that received a flag show it and confirm it, in either order as the network has it; some say so twice. */
  const hear = (order: Order, answer: Answered): void => {
    if (order.type !== 'flag' || !answer.accepted) return;
    const { FlagId: flagId } = answer.answer as FlagAnswer;
    for (const phone of phones) {
      if (phone.page !== null) continue;
      if (order.receivers.length > 0 && !order.receivers.includes(phone.car)) continue;
      if (random.chance(0.2)) continue;
      for (let times = random.chance(0.2) ? 2 : 1; times > 0; times -= 1) {
        world.after(random.between(100, 4_000), `car ${phone.car} shows`, () =>
          phone.say({ type: 'flagShown', flagId }),
        );
      }
      if (random.chance(0.3)) continue;
      world.after(random.between(500, 6_000), `car ${phone.car} confirms`, () =>
        phone.say({ type: 'flagConfirmed', flagId }),
      );
    }
  };

  const sector = (): number | null => (random.chance(0.3) ? random.pick(SECTORS) : null);
  /** Of a flag that is shown to be in force, from all that it was sent to or from one car. */
  const withdrawal = (): Order | null => {
    const inForce = viewer.picture.flagsInForce();
    if (inForce.length === 0) return null;
    const { FlagId: flagId, SectorId } = random.pick(inForce);
    const isFromOne = SectorId === null && random.chance(0.4);
    return { type: 'withdrawFlag', flagId, receivers: isFromOne ? [random.pick(CARS)] : [] };
  };

  const orderNow = (): Order | null => {
    const luck = random.next();
    if (luck < 0.4) return { type: 'flag', code: random.pick(TRACK), receivers: [], sectorId: sector() };
    if (luck < 0.6)
      return { type: 'flag', code: FLAGS.black, receivers: [random.pick(CARS)], sectorId: null };
    if (luck < 0.66) return { type: 'clearFlags' };
    if (luck < 0.76) return withdrawal();
    if (luck < 0.82) return { type: 'resetLaps' };
    if (luck < 0.85) return { type: 'createTimer' };
    if (luck < 0.92) return { type: 'placeStart', start: random.pick(STARTS) };
    const alerts = viewer.picture.openAlerts();
    if (alerts.length === 0) return null;
    const alertId = random.pick(alerts).AlertId;
    return { type: random.chance(0.5) ? 'acknowledgeSos' : 'clearSos', alertId };
  };

  /** Some drivers say OK, or report a hazard; a press that was not answered is said again with its own time. */
  for (const phone of phones.filter(() => random.chance(0.4))) {
    // The driver of a page says OK when asked.
    const type = phone.page === null && random.chance(0.5) ? 'ok' : 'hazard';
    world.after(random.between(2_000, RACE_MS), `car ${phone.car} reports`, () => {
      const t = world.now();
      phone.say({ type, t });
      if (random.chance(0.5))
        world.after(random.between(10, 15_000), `car ${phone.car} reports again`, () =>
          phone.say({ type, t }),
        );
    });
  }

  for (let left = random.between(2, 8); left > 0; left -= 1) {
    world.after(random.between(2_000, RACE_MS), 'race control orders', () => {
      const order = orderNow();
      if (order === null) return;
      const entry = { key: `order-${++sent}`, order, answers: [] };
      if (order.type === 'flag' && random.chance(WITHDRAWN_SHARE)) {
        sendAndWithdraw({ ...entry, outcomes: [] });
        return;
      }
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
  return { answered, withdrawn, isDone: () => open === 0 };
};
