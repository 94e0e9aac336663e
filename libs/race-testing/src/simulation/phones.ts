import { TOPICS, type PositionInput, type Signal } from '@flagpost/contracts';
import { ask, type Broker, type Cluster, type World } from '@flagpost/testing/simulation';
import { deviceToken, keyOf, onCourse, RACE_MS, STARTS_AT } from './course.js';
import type { DeviceCall, IngestProgram } from './ingest-program.js';
import type { Sabotage } from './installation.js';
import { startPage, type Page } from './pages.js';
import type { Program } from './simulated-race.js';

/**
 * A car's phone: takes a fix once a second. Some are the driver's page; others send fixes and signals in order, each until it is
 * answered 200, and a tracker beside some of them sends the fixes instead, by a producer of its own.
 */
export interface Phone {
  readonly car: number;
  say(signal: Signal): void;
  /** The driver's page, if that is what sends; null: another program, which shows nothing. */
  readonly page: Page | null;
  /** Everything that a door acknowledged with 200, or that the broker has of the tracker. */
  readonly acknowledged: readonly Line[];
  /** Nothing is waiting, and nothing more will come. */
  isDone(): boolean;
}

export type Line = Omit<PositionInput, 'receivedAt'>;

const REQUEST_TIMEOUT_MS = 4_000;
const LINES_AT_ONCE = 20;
const KNOT_KPH = 1.852;

const callOf = (car: number, lines: readonly Line[], osmand: boolean): DeviceCall => {
  const token = deviceToken(car);
  const [first] = lines;
  if (lines.length === 1 && first?.signal !== undefined && first.lat === undefined)
    return { method: 'POST', url: `/ingest/signals/${token}`, body: JSON.stringify(first.signal) };
  if (osmand && first !== undefined) {
    const { lat = 0, lng = 0, t = 0, speedKph = 0 } = first;
    const query = `lat=${lat}&lon=${lng}&timestamp=${t}&speed=${speedKph / KNOT_KPH}`;
    return { method: 'GET', url: `/ingest/osmand/${token}?${query}`, body: '' };
  }
  const body = lines.map((line) => JSON.stringify(line)).join('\n');
  return { method: 'POST', url: `/ingest/positions/${token}`, body };
};

export const startPhone = (
  world: World,
  cluster: Cluster<Program>,
  ingests: readonly string[],
  broker: Broker,
  car: number,
  pageQueue: Sabotage['pageQueue'],
): Phone => {
  const { random } = world;
  const lapMs = random.between(10_000, 18_000);
  const clockMs = random.between(-2_000, 2_000);
  const osmand = random.chance(0.3);
  const tracker = !osmand && random.chance(0.3);
  const startShare = random.next();
  /** Periods in which it stops, has no fix, and has no network. */
  const spell = (longestMs: number) => {
    const from = STARTS_AT + random.between(0, RACE_MS);
    return { from, to: random.chance(0.4) ? from + random.between(3_000, longestMs) : from };
  };
  const [standing, blind, unreachable] = [spell(15_000), spell(18_000), spell(20_000)];
  const isIn = ({ from, to }: ReturnType<typeof spell>): boolean => world.now() >= from && world.now() < to;
  const page = random.chance(0.5)
    ? startPage(world, cluster, ingests, car, () => !isIn(unreachable), pageQueue)
    : null;

  const waiting: Line[] = [];
  const acknowledged: Line[] = [];
  let driven = 0;
  let seenAt = world.now();
  let ended = false;
  let sending = false;

  /** A signal goes alone or with a fix; OsmAnd sends one fix at a time. */
  const next = (): Line[] => {
    if (osmand || waiting[0]?.lat === undefined) return waiting.slice(0, 1);
    const signal = waiting.findIndex(({ lat }) => lat === undefined);
    return waiting.slice(0, Math.min(LINES_AT_ONCE, signal < 0 ? Infinity : signal));
  };
  /** Out of order, or one of them twice. */
  const disturbed = (lines: readonly Line[]): readonly Line[] => {
    if (lines.length < 2 || !random.chance(0.1)) return lines;
    return random.chance(0.5) ? random.shuffled(lines) : [...lines, ...lines.slice(0, 1)];
  };

  const tryAgain = (): void => {
    sending = false;
    world.after(random.between(300, 1_000), `phone ${car} tries again`, kick);
  };
  const publish = (lines: readonly Line[]): void => {
    // No process has started yet.
    if (!broker.has(TOPICS.inbound)) {
      tryAgain();
      return;
    }
    const key = random.chance(0.5) ? keyOf(car) : deviceToken(car);
    broker.publish(
      TOPICS.inbound,
      lines.map((line) => ({ key, value: JSON.stringify(line) })),
    );
    acknowledged.push(...waiting.splice(0, lines.length));
    sending = false;
    kick();
  };

  const send = async (): Promise<void> => {
    const lines = next();
    if (tracker && lines.every(({ signal }) => signal === undefined)) {
      publish(lines);
      return;
    }
    const call = callOf(car, disturbed(lines), osmand);
    const knock = (program: Program): Promise<{ status: number }> => (program as IngestProgram).knock(call);
    const answer = await ask(world, cluster, random.pick(ingests), REQUEST_TIMEOUT_MS, knock).catch(
      () => null,
    );
    if (answer?.status !== 200) {
      tryAgain();
      return;
    }
    waiting.splice(0, lines.length);
    acknowledged.push(...lines);
    sending = false;
    kick();
  };
  const kick = (): void => {
    if (sending || waiting.length === 0) return;
    sending = true;
    if (isIn(unreachable))
      world.after(unreachable.to - world.now(), `phone ${car} is in reach`, () => void send());
    else void send();
  };

  const see = (): void => {
    const elapsed = world.now() - seenAt;
    seenAt = world.now();
    if (!isIn(standing)) driven += elapsed;
    const laps = startShare + driven / lapMs;
    if (!isIn(blind)) {
      const fix = { t: world.now() + clockMs, ...onCourse(laps) };
      if (page !== null) page.add(fix);
      else {
        waiting.push({ ...fix, ...(osmand ? { speedKph: 100 } : {}) });
        kick();
      }
    }
    // It ends halfway round: a crossing stated only by going offline would be late, or missing during the offline
    // grace.
    ended = world.now() > STARTS_AT + RACE_MS && Math.abs((laps % 1) - 0.5) < 0.25 && !isIn(blind);
    if (!ended) world.after(random.between(900, 1_100), `phone ${car} sees`, see);
  };
  world.after(random.between(0, 1_000), `phone ${car} sees`, see);

  return {
    car,
    page,
    acknowledged: page?.acknowledged ?? acknowledged,
    say(signal) {
      if (page !== null) {
        page.add({ signal });
        return;
      }
      waiting.push({ signal });
      kick();
    },
    isDone: () => ended && (page === null ? waiting.length === 0 : page.isEmpty() && page.isCalm()),
  };
};
