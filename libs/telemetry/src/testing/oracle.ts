import { RACE, type DropReason, type LatLng, type PositionInput, type RaceSetup } from '@flagpost/contracts';
import { distanceM, east, localPlane, north } from '../geodesy.js';

/**
 * A slow reference implementation of the engine's rules for one car: everything is computed from all its inputs at
 * once, and no state is carried along. The setup holds every reset ever made.
 */
export interface OracleLap {
  lapEpoch: number;
  lap: number;
  lapTimeMs: number | null;
  crossedAt: number;
  receivedAt: number;
}

interface Seen {
  /** Its index among the inputs. */
  readonly index: number;
  readonly receivedAt: number;
  readonly t: number;
  readonly lat: number;
  readonly lng: number;
}

interface Accepted extends Seen {
  /** Whether a path leads here from the fix before. */
  readonly joined: boolean;
  /** Counts the changes of the device's clock. */
  readonly clock: number;
}

const skewOf = ({ t, receivedAt }: Seen): number => t - receivedAt;
const isDriving = (from: Seen, to: Seen): boolean =>
  (distanceM(from.lat, from.lng, to.lat, to.lng) / (to.t - from.t)) * 3_600 <= RACE.maxSpeedKph;

export const judge = (inputs: readonly PositionInput[]) => {
  const accepted: Accepted[] = [];
  let suspects: Seen[] = [];
  let trustedSkew = 0;
  let clock = 0;
  const verdicts = inputs.map((input, index): DropReason | 'accepted' | 'noFix' => {
    const { lat, lng, receivedAt, t = receivedAt } = input;
    if (lat === undefined && lng === undefined) return 'noFix';
    if (lat === undefined || lng === undefined || Math.abs(lat) > 90 || Math.abs(lng) > 180) {
      return 'invalidCoordinates';
    }
    const seen: Seen = { index, receivedAt, t, lat, lng };
    const last = accepted.at(-1);
    const take = (joined: boolean) => {
      accepted.push({ ...seen, joined, clock });
      suspects = [];
      return 'accepted' as const;
    };
    const isAhead = skewOf(seen) > RACE.maxClockAheadMs;
    const isOld = last !== undefined && t <= last.t;
    let reason: DropReason;
    if (skewOf(seen) > RACE.maxClockAheadMs + trustedSkew) reason = 'clockAhead';
    else if (isOld) reason = t === last.t ? 'repeated' : 'late';
    else if (last === undefined || isDriving(last, seen)) {
      return take(last !== undefined && t - last.t <= RACE.maxPathGapMs);
    } else reason = 'jump';

    if (reason !== 'clockAhead' && isOld && (trustedSkew === 0 || isAhead)) return reason;
    const previous = suspects.at(-1);
    const agrees =
      previous !== undefined &&
      t > previous.t &&
      isDriving(previous, seen) &&
      Math.abs(skewOf(seen) - skewOf(previous)) <= RACE.maxClockAheadMs;
    suspects = agrees ? [...suspects, seen] : [seen];
    if (suspects.length < RACE.agreeingFixes) return reason;
    if (reason !== 'jump') {
      trustedSkew = isAhead ? skewOf(seen) : 0;
      clock += 1;
    }
    return take(false);
  });
  return { accepted, verdicts };
};

/** Stopped as of the last fix: anchors are found from the first fix on. */
export const isStopped = (accepted: readonly Accepted[]): boolean => {
  let anchor = accepted[0];
  for (const fix of accepted) {
    if (anchor === undefined) return false;
    const away = distanceM(anchor.lat, anchor.lng, fix.lat, fix.lng) > RACE.stoppedWithinM;
    if (away || anchor.clock !== fix.clock) anchor = fix;
  }
  const last = accepted.at(-1);
  return anchor !== undefined && last !== undefined && last.t - anchor.t >= RACE.stoppedAfterMs;
};

/** Indexes of inputs before which nobody waits longer for a fix; the number of inputs stands for `now`. */
const waitsOver = (
  inputs: readonly PositionInput[],
  accepted: readonly Accepted[],
  finishesAt: number,
  now: number,
): number[] => {
  const times = [...inputs.map(({ receivedAt }) => receivedAt), now];
  const late = accepted.flatMap(({ index, receivedAt }) => {
    const over = times.findIndex((time, i) => i > index && time - receivedAt > RACE.crossingWaitsForFixMs);
    return over < 0 ? [] : [over];
  });
  return now > finishesAt ? [...late, inputs.length] : late;
};

interface Event {
  /** Order among the inputs: the end of a path is stated before the input that shows it. */
  readonly order: number;
  readonly receivedAt: number;
  readonly kind: 'crossing' | 'leaving' | 'start' | 'clock';
  readonly enteredReceivedAt: number;
  readonly at: number;
}

/** Nearest point of a step, by ternary search. */
const nearestOf = (from: Point | null, to: Point): { m: number; at: number; share: number } => {
  if (from === null) return { m: Math.hypot(to.x, to.y), at: to.t, share: 1 };
  const metres = (share: number) =>
    Math.hypot(from.x + share * (to.x - from.x), from.y + share * (to.y - from.y));
  let low = 0;
  let high = 1;
  for (let i = 0; i < 200; i += 1) {
    const third = (high - low) / 3;
    if (metres(low + third) < metres(high - third)) high -= third;
    else low += third;
  }
  const standing = from.x === to.x && from.y === to.y;
  const share = standing ? 1 : Math.round(((low + high) / 2) * 1e6) / 1e6;
  return {
    m: share === 1 ? Math.hypot(to.x, to.y) : metres(share),
    at: from.t + share * (to.t - from.t),
    share,
  };
};

interface Point {
  readonly x: number;
  readonly y: number;
  readonly t: number;
}

/** The passages of a car at one gate, under one clock. */
const eventsAt = (
  gate: LatLng,
  radiusM: number,
  fixes: readonly Accepted[],
  ends: readonly number[],
  isStart: boolean,
): Event[] => {
  const plane = localPlane(gate.lat, gate.lng);
  const points = fixes.map((fix) => ({ x: east(plane, fix.lng), y: north(plane, fix.lat), t: fix.t }));
  const metres = points.map(({ x, y }) => Math.hypot(x, y));
  const inside = (i: number) => (metres[i] ?? Infinity) <= radiusM;
  const beyond = (i: number) => (metres[i] ?? 0) > radiusM + RACE.rearmMarginM;
  const t = (i: number) => fixes[i]?.t ?? NaN;
  const step = (i: number) => {
    const to = points[i] ?? { x: NaN, y: NaN, t: NaN };
    return nearestOf(i > 0 && fixes[i]?.joined === true ? (points[i - 1] ?? null) : null, to);
  };
  const counts = (i: number) => inside(i) || (i > 0 && fixes[i]?.joined === true);

  const visits: { begin: number; end: number; armed: boolean }[] = [];
  const armedBefore = (begin: number): boolean => {
    const previous = visits.at(-1);
    if (previous === undefined) return begin > 0;
    const lastArmed = visits.findLast(({ armed }) => armed)?.begin ?? 0;
    for (let to = previous.begin; to < begin; to += 1) {
      for (let from = lastArmed; from <= to; from += 1) {
        const run = Array.from({ length: to - from + 1 }, (_, i) => from + i);
        if (run.every(beyond) && t(to) - t(from) >= RACE.rearmAfterMs) return true;
      }
    }
    return false;
  };
  for (let i = 0; i < fixes.length; i += 1) {
    if (!(counts(i) && step(i).m <= radiusM)) continue;
    let end = i;
    while (end < fixes.length && inside(end)) end += 1;
    visits.push({ begin: i, end, armed: !isStart && armedBefore(i) });
    i = end;
  }

  return visits.flatMap(({ begin, end, armed }): Event[] => {
    const first = fixes[begin];
    if (first === undefined) return [];
    const enteredReceivedAt = begin === 0 ? -Infinity : first.receivedAt;
    const events: Event[] = [];
    const left = fixes[end];
    if (left !== undefined) {
      let at = step(begin).at;
      for (let i = begin + 1; i <= end; i += 1) if (counts(i) && step(i).share > 0) at = step(i).at;
      events.push({
        order: left.index,
        receivedAt: left.receivedAt,
        kind: isStart ? 'start' : 'leaving',
        enteredReceivedAt,
        at,
      });
    }
    if (!armed) return events;
    const settled = fixes.findIndex(
      (fix, i) => i > begin && i < end && fix.t - first.t >= RACE.crossingSettlesAfterMs,
    );
    const over = ends.find((index) => index > first.index) ?? Infinity;
    const byFix = settled >= 0 ? settled : end;
    const lastHeard = fixes.findLastIndex((fix) => fix.index < over);
    const by = Math.min(byFix, lastHeard);
    const stating = fixes[by];
    if (stating === undefined || (by < byFix && over === Infinity)) return events;
    const steps = Array.from({ length: by - begin + 1 }, (_, i) => begin + i).filter(counts);
    const nearest = steps.map(step).reduce((best, one) => (one.m < best.m ? one : best));
    const order = by === byFix ? stating.index : over - 0.5;
    return [
      { order, receivedAt: stating.receivedAt, kind: 'crossing', enteredReceivedAt, at: nearest.at },
      ...events,
    ];
  });
};

export const lapsOf = (setup: RaceSetup, inputs: readonly PositionInput[], now: number): OracleLap[] => {
  const { accepted } = judge(inputs);
  const { start, finish, radiusM, lapEpochs, finishesAt } = setup;
  if (finish === null) return [];
  const stage =
    start !== null && distanceM(start.lat, start.lng, finish.lat, finish.lng) > 2 * radiusM ? start : null;
  const waits = waitsOver(inputs, accepted, finishesAt, now);
  const clocks = [...new Set(accepted.map(({ clock }) => clock))];
  const events = clocks.flatMap((clock): Event[] => {
    const fixes = accepted.filter((fix) => fix.clock === clock);
    const [first] = fixes;
    const next = accepted.find((fix) => fix.clock > clock);
    const gaps = fixes.slice(1).flatMap(({ joined, index }) => (joined ? [] : [index]));
    // A clock change ends what was in progress, as a gap does.
    const ends = [...waits, ...gaps, ...(next === undefined ? [] : [next.index])].sort((a, b) => a - b);
    return [
      ...(clock > 0 && first !== undefined
        ? [
            {
              order: first.index - 0.4,
              receivedAt: first.receivedAt,
              kind: 'clock' as const,
              enteredReceivedAt: NaN,
              at: NaN,
            },
          ]
        : []),
      ...eventsAt(finish, radiusM, fixes, ends, false),
      ...(stage === null ? [] : eventsAt(stage, radiusM, fixes, ends, true)),
    ];
  });
  events.sort((a, b) => a.order - b.order || a.at - b.at);

  return lapEpochs.flatMap(({ epoch, beganAt }, i): OracleLap[] => {
    const from = i === 0 ? -Infinity : beganAt;
    const until = lapEpochs[i + 1]?.beganAt ?? Infinity;
    const laps: OracleLap[] = [];
    let opened = false;
    let since: number | null = null;
    for (const { kind, receivedAt, enteredReceivedAt, at } of events) {
      if (receivedAt < from || receivedAt >= until) continue;
      const crossedAt = Math.round(at);
      const wasInside = enteredReceivedAt < beganAt;
      if (kind === 'clock') since = null;
      else if (kind === 'start') since = crossedAt;
      else if (kind === 'leaving') {
        if (stage !== null || opened || !wasInside) continue;
        opened = true;
        since = crossedAt;
      } else if (!wasInside) {
        if (stage !== null || opened) {
          const lapTimeMs = since !== null && crossedAt > since ? crossedAt - since : null;
          laps.push({ lapEpoch: epoch, lap: laps.length + 1, lapTimeMs, crossedAt, receivedAt });
        }
        opened = true;
        since = stage === null ? crossedAt : null;
      }
    }
    return laps;
  });
};
