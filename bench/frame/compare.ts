import type { Comparison, Limit, Run, Side } from './bench.ts';

export interface Spread {
  readonly median: number;
  readonly lowest: number;
  readonly highest: number;
}

export interface SideResult extends Spread {
  readonly what: string;
  readonly also?: Readonly<Record<string, Spread>>;
}

export interface LimitResult extends Limit {
  readonly of: string;
  readonly median: number;
  readonly met: boolean;
}

/** As `results/<name>.json` holds it. */
export interface Result {
  readonly what: string;
  readonly load?: Comparison['load'];
  readonly unit: string;
  readonly ratio?: number;
  /** The ratios of the single rounds. */
  readonly ratios?: Spread;
  readonly goal?: number;
  readonly goalIs?: 'at least' | 'at most';
  readonly met?: boolean;
  readonly limits?: readonly LimitResult[];
  readonly ours: SideResult;
  readonly theirs?: SideResult;
}

/** Four digits are more than a shared machine can promise. */
const rounded = (value: number): number => Number(value.toPrecision(4));

const spreadOf = (values: readonly number[]): Spread => {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (index: number): number => rounded(sorted[index] ?? NaN);
  const half = sorted.length / 2;
  const median = (at(Math.ceil(half) - 1) + at(Math.floor(half))) / 2;
  return { median: rounded(median), lowest: at(0), highest: at(sorted.length - 1) };
};

const sideOf = ({ what }: Side, runs: readonly Run[]): SideResult => {
  const names = Object.keys(runs[0]?.also ?? {});
  const also = names.map((name) => [name, spreadOf(runs.map((run) => run.also?.[name] ?? NaN))] as const);
  return {
    what,
    ...spreadOf(runs.map(({ figure }) => figure)),
    ...(also.length > 0 ? { also: Object.fromEntries(also) } : {}),
  };
};

const keeps = (value: number, { atLeast = -Infinity, atMost = Infinity }: Limit): boolean =>
  value >= atLeast && value <= atMost;

const limitOf = (limit: Limit, ours: SideResult, unit: string): LimitResult => {
  const median = limit.of === undefined ? ours.median : (ours.also?.[limit.of]?.median ?? NaN);
  return { ...limit, of: limit.of ?? unit, median, met: keeps(median, limit) };
};

const goalOf = (goal: NonNullable<Comparison['ratio']>, ratio: number) => ({
  goal: 'atLeast' in goal ? goal.atLeast : goal.atMost,
  goalIs: 'atLeast' in goal ? ('at least' as const) : ('at most' as const),
  met: keeps(ratio, goal),
});

/**
 * Ours, theirs, ours, theirs, …: other load on the machine affects both.
 *
 * @param afterRound Runs after each round, in no side's time.
 */
export const measured = async (
  comparison: Comparison,
  rounds: number,
  afterRound: () => Promise<void>,
): Promise<Result> => {
  const { what, load, unit, ours, theirs, ratio: goal, limits } = comparison;
  const runs = { ours: [] as Run[], theirs: [] as Run[] };
  for (let round = 0; round < rounds; round++) {
    runs.ours.push(await ours.run());
    if (theirs !== undefined) runs.theirs.push(await theirs.run());
    await afterRound();
  }
  const our = sideOf(ours, runs.ours);
  const their = theirs === undefined ? undefined : sideOf(theirs, runs.theirs);
  const ratio = their === undefined ? undefined : rounded(our.median / their.median);
  const ratios = runs.theirs.map(({ figure }, round) => (runs.ours[round]?.figure ?? NaN) / figure);
  return {
    what,
    ...(load === undefined ? {} : { load }),
    unit,
    ...(ratio === undefined ? {} : { ratio, ratios: spreadOf(ratios) }),
    ...(ratio === undefined || goal === undefined ? {} : goalOf(goal, ratio)),
    ...(limits === undefined ? {} : { limits: limits.map((limit) => limitOf(limit, our, unit)) }),
    ours: our,
    ...(their === undefined ? {} : { theirs: their }),
  };
};
