import { startDevices, type Devices, type DeviceSizes } from './devices.ts';

/** A request to the process; each is answered. */
export type Asked =
  | { readonly to: 'connect'; readonly devices: DeviceSizes }
  | { readonly to: 'resume' | 'begin' | 'count' }
  | { readonly to: 'rest'; readonly withinMs: number };

/** As `Arrived`. */
export interface Counts {
  readonly answered: number;
  readonly refused: number;
  readonly waiting: number;
  readonly acknowledgedMs: readonly [p50: number, p99: number];
  readonly lateP99Ms: number;
}

/** Null, but for `count` once the devices are connected. */
export type Answer = Counts | null;

let connected: Devices | null = null;

const answer = async (asked: Asked): Promise<Answer> => {
  if (asked.to === 'connect') connected = await startDevices(asked.devices);
  else if (asked.to === 'resume') connected?.resume();
  else if (asked.to === 'begin') connected?.begin();
  else if (asked.to === 'rest') await connected?.rest(asked.withinMs);
  else if (connected !== null) {
    const { answered, refused, waiting, acknowledged, late } = connected.counted();
    const acknowledgedMs = [acknowledged.percentile(0.5), acknowledged.percentile(0.99)] as const;
    return { answered, refused, waiting, acknowledgedMs, lateP99Ms: late.percentile(0.99) };
  }
  return null;
};

process.on('message', (asked: Asked) => void answer(asked).then((found) => process.send?.(found)));
process.on('disconnect', () => process.exit());
