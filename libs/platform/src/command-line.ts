import { parseArgs, type ParseArgsConfig } from 'node:util';
import { ConfigError } from './config.js';
import { endProgram } from './program.js';

type Options = NonNullable<ParseArgsConfig['options']>;

type Values<O extends Options> = ReturnType<typeof parseArgs<{ options: O }>>['values'];

/** An option that takes a whole number. */
interface NumberOption {
  readonly default: number;
  /** The smallest (default 1). */
  readonly min?: number;
}

/** What a command line may contain. */
interface Grammar<O extends Options, N extends string> {
  /** How the program is called, a sentence. */
  readonly usage: string;
  readonly options: O;
  /** Options beside `options`, by name. */
  readonly numbers?: Readonly<Record<N, NumberOption>>;
  /** How many names it takes beside its options. */
  readonly names: number;
  /** Whether the names are whole numbers from 1 on. */
  readonly areNamesNumbers?: boolean;
}

/** The first sentence of what `parseArgs` says of a command line. */
export const commandLineFault = (error: unknown): string => {
  const [sentence = ''] = (error as Error).message.split(/\. |\n/);
  return `${sentence.replace(/\.$/, '')}.`;
};

const isWhole = (text: string, min: number): boolean => /^\d+$/.test(text) && Number(text) >= min;

/**
 * @throws {ConfigError} if `args` contain an unknown option, `--help` too, a name too many, or a number that is none; the message
 * ends with `usage`
 */
export const parseCommandLine = <O extends Options, N extends string = never>(
  args: readonly string[],
  {
    usage,
    options,
    numbers = {} as Readonly<Record<N, NumberOption>>,
    names,
    areNamesNumbers = false,
  }: Grammar<O, N>,
) => {
  const refusal = (sentence: string, cause?: unknown): ConfigError =>
    new ConfigError(`${sentence} ${usage}`, { cause });
  const parsed = () => {
    try {
      const texts = Object.fromEntries(
        Object.keys(numbers).map((name) => [name, { type: 'string' } as const]),
      );
      const all: Options = { ...options, ...texts };
      return parseArgs({ args: [...args], options: all, allowPositionals: true });
    } catch (error) {
      throw refusal(commandLineFault(error), error);
    }
  };
  const { values, positionals } = parsed();
  const unexpected = positionals.find((name, index) => index >= names || name.startsWith('-'));
  if (unexpected !== undefined) throw refusal(`Unexpected argument '${unexpected}'.`);
  const whole = (name: string, text: string, min: number): number => {
    if (!isWhole(text, min)) throw refusal(`${name} must be a whole number from ${min} on, not '${text}'.`);
    return Number(text);
  };
  if (areNamesNumbers) for (const name of positionals) whole('The argument', name, 1);
  const given = Object.entries<NumberOption>(numbers).map(([name, { default: usual, min = 1 }]) => {
    const { [name]: text } = values;
    return [name, text === undefined ? usual : whole(`--${name}`, String(text), min)] as const;
  });
  const others = Object.entries(values).filter(([name]) => !(name in numbers));
  return {
    values: Object.fromEntries(others) as unknown as Values<O>,
    numbers: Object.fromEntries(given) as Record<N, number>,
    names: positionals,
  };
};

/** The command line of this process. One that it does not understand ends it. */
export const readCommandLine = <O extends Options, N extends string = never>(grammar: Grammar<O, N>) => {
  try {
    return parseCommandLine(process.argv.slice(2), grammar);
  } catch (error) {
    return endProgram(error);
  }
};
