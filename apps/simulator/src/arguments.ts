import { parseArgs, type ParseArgsConfig } from 'node:util';
import { FINISH_RADIUS_M, LIMITS, latLng, type LatLng } from '@flagpost/contracts';
import { commandLineFault } from '@flagpost/platform';
import { CARS } from './demo/entries.js';

/** The parsed command line. */
export type Command =
  | { readonly kind: 'help' }
  | { readonly kind: 'demo'; readonly cars: number }
  | { readonly kind: 'rehearsal'; readonly request: RehearsalRequest }
  | { readonly kind: 'replay'; readonly request: ReplayRequest };

export interface RehearsalRequest {
  readonly eventId: number;
  /** Also drives cars that have devices of their own, which ends these. */
  readonly replace: boolean;
}

export interface ReplayRequest {
  readonly file: string;
  readonly into: { readonly eventId: number } | NewEvent;
  /** The number of the recording's one car, or of the one to send of many. */
  readonly car: string | undefined;
  /** How many times faster than it was driven. */
  readonly speed: number;
  /** Shifts device times by one constant, so that the recording begins now. */
  readonly rebase: boolean;
}

export interface NewEvent {
  /** The finish, unless the recording contains one. */
  readonly finish: LatLng | null;
  readonly radiusM: number;
}

/** A command line that asks for nothing that can be done. The message is a sentence. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export const HELP = `Drives cars through Flagpost's public API and doors, as organisers and phones would.

  npm run simulate                            runs the demo race until Ctrl+C
  npm run simulate -- demo --cars N           the same with N cars, ${CARS.min} to ${CARS.max} (left out: ${CARS.default}), in an event of its own
  npm run simulate -- rehearsal --event ID    drives its competitors but those who rejected round its own track until Ctrl+C,
                                              each with a device token of its own; they show and confirm flags.
                                              Cars with a phone or tracker of their own are left out;
                                              with --replace they are driven too, and these devices end
  npm run simulate -- replay FILE --event ID --car NUMBER
  npm run simulate -- replay FILE --make-event

FILE is a VBO, GPX or NDJSON recording (one fix a line: car, t in epoch ms, lat, lng, optional speedKph and
headingDeg), as it is or gzipped.

  --event ID          sends it into this event; each car that is sent gets a new device token, its former one ends
  --car NUMBER        as this car; of an NDJSON with many cars this one alone (left out: all, matched by number)
  --make-event        makes and publishes an event from now for 24 h with one authorised competitor per car
  --finish LAT,LNG    where its finish is (left out: on the recording's own start line)
  --radius M          of its finish circle (left out: ${FINISH_RADIUS_M.default})
  --speed N           N times as fast as it was driven; device times stay as recorded
  --rebase            shifts device times so that the recording begins now (not with --speed above 1)

API_URL (left out: http://127.0.0.1:3000), FLAGPOST_EMAIL and FLAGPOST_PASSWORD say where, and as whom.`;

const OPTIONS = {
  help: { type: 'boolean', short: 'h' },
  event: { type: 'string' },
  car: { type: 'string' },
  cars: { type: 'string' },
  'make-event': { type: 'boolean' },
  finish: { type: 'string' },
  radius: { type: 'string' },
  speed: { type: 'string' },
  rebase: { type: 'boolean' },
  replace: { type: 'boolean' },
} as const satisfies ParseArgsConfig['options'];

/** @throws {UsageError} */
export const readArguments = (args: readonly string[]): Command => {
  const { values, positionals } = parsed(args);
  if (values.help === true) return { kind: 'help' };
  const [command, file, ...more] = positionals;
  if (command === 'demo' || (command === undefined && args.length === 0)) return demo(values, positionals);
  if (command === 'rehearsal') return rehearsal(values, positionals);
  if (command !== 'replay') {
    throw new UsageError(
      `'${command ?? args.join(' ')}' is no command: say replay FILE, rehearsal, demo, or nothing at all for the demo race.`,
    );
  }
  if (file === undefined || more.length > 0) throw new UsageError('replay wants the name of one file.');
  if (values.cars !== undefined)
    throw new UsageError('--cars belongs to demo; --car NUMBER names one to send.');
  if (values.replace !== undefined)
    throw new UsageError('--replace belongs to rehearsal: a replay ends the devices of its cars anyway.');
  const { car } = values;
  if (car !== undefined && (car.trim() === '' || car.trim().length > LIMITS.carNumber)) {
    throw new UsageError(`--car must have 1 to ${LIMITS.carNumber} characters.`);
  }

  const speed = values.speed === undefined ? 1 : numberOf('--speed', values.speed);
  if (speed <= 0) throw new UsageError('--speed must be above 0.');
  const rebase = values.rebase === true;
  if (rebase && speed > 1) {
    throw new UsageError(
      '--rebase does not go with --speed above 1: device clocks would run ahead of the time.',
    );
  }
  return { kind: 'replay', request: { file, into: destination(values), car: car?.trim(), speed, rebase } };
};

const parsed = (args: readonly string[]) => {
  try {
    return parseArgs({ args: joined(args), options: OPTIONS, allowPositionals: true });
  } catch (cause) {
    throw new UsageError(commandLineFault(cause), { cause });
  }
};

/** A southern latitude begins with '-', which would be taken for an option. */
const joined = (args: readonly string[]): string[] =>
  args.flatMap((arg, index) => {
    const next = args[index + 1];
    if (args[index - 1] === '--finish') return [];
    return arg === '--finish' && next !== undefined ? [`${arg}=${next}`] : [arg];
  });

type Values = ReturnType<typeof parsed>['values'];

const demo = ({ cars, ...others }: Values, [, ...more]: readonly string[]): Command => {
  const [other = more[0]] = Object.keys(others).map((option) => `--${option}`);
  if (other !== undefined) throw new UsageError(`demo takes --cars N alone, not '${other}'.`);
  const count = cars === undefined ? CARS.default : numberOf('--cars', cars);
  if (!Number.isInteger(count) || count < CARS.min || count > CARS.max) {
    throw new UsageError(`--cars must be a whole number from ${CARS.min} to ${CARS.max}.`);
  }
  return { kind: 'demo', cars: count };
};

const destination = (values: Values): ReplayRequest['into'] => {
  const { event, finish, radius } = values;
  const make = values['make-event'] === true;
  if (make === (event !== undefined)) {
    throw new UsageError('Say where the recording goes: either --event ID or --make-event.');
  }
  if (make) {
    const radiusM = radius === undefined ? FINISH_RADIUS_M.default : numberOf('--radius', radius);
    if (radiusM < FINISH_RADIUS_M.min || radiusM > FINISH_RADIUS_M.max) {
      throw new UsageError(`--radius must be from ${FINISH_RADIUS_M.min} to ${FINISH_RADIUS_M.max} metres.`);
    }
    return { finish: finish === undefined ? null : placeOf(finish), radiusM };
  }
  if (finish !== undefined || radius !== undefined) {
    throw new UsageError('--finish and --radius belong to --make-event: an event that exists has its own.');
  }
  return { eventId: eventIdOf(event) };
};

const eventIdOf = (text: string | undefined): number => {
  const eventId = numberOf('--event', text ?? '');
  if (!Number.isSafeInteger(eventId) || eventId <= 0) throw new UsageError("--event must be an event's id.");
  return eventId;
};

const rehearsal = (
  { event, replace = false, ...others }: Values,
  [, ...more]: readonly string[],
): Command => {
  const [other = more[0]] = Object.keys(others).map((option) => `--${option}`);
  if (other !== undefined)
    throw new UsageError(`rehearsal takes --event ID and --replace alone, not '${other}'.`);
  if (event === undefined) throw new UsageError('Say which event is rehearsed: --event ID.');
  return { kind: 'rehearsal', request: { eventId: eventIdOf(event), replace } };
};

const numberOf = (option: string, text: string): number => {
  const number = text.trim() === '' ? Number.NaN : Number(text);
  if (!Number.isFinite(number)) throw new UsageError(`${option} must be a number, not '${text}'.`);
  return number;
};

const placeOf = (text: string): LatLng => {
  const parts = text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  const place = latLng.safeParse({ lat: parts[0], lng: parts[1] });
  if (parts.length === 2 && place.success) return place.data;
  throw new UsageError(
    `--finish must be a latitude and a longitude in degrees, such as 44.599,8.157, not '${text}'.`,
  );
};
