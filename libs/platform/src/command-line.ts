import { parseArgs, type ParseArgsConfig } from 'node:util';
import { ConfigError } from './config.js';
import { endProgram } from './program.js';

type Options = NonNullable<ParseArgsConfig['options']>;

/** What a command line may contain. */
interface Grammar<O extends Options> {
  /** How the program is called, a sentence. */
  readonly usage: string;
  readonly options: O;
  /** How many names it takes beside its options. */
  readonly names: number;
}

/** The first sentence of what `parseArgs` says of a command line. */
export const commandLineFault = (error: unknown): string => {
  const [sentence = ''] = (error as Error).message.split(/\. |\n/);
  return `${sentence.replace(/\.$/, '')}.`;
};

/** @throws {ConfigError} if `args` contain an unknown option, `--help` too, or a name too many; the message ends with `usage` */
export const parseCommandLine = <O extends Options>(
  args: readonly string[],
  { usage, options, names }: Grammar<O>,
) => {
  const refusal = (sentence: string, cause?: unknown): ConfigError =>
    new ConfigError(`${sentence} ${usage}`, { cause });
  const parsed = () => {
    try {
      return parseArgs({ args: [...args], options, allowPositionals: true });
    } catch (error) {
      throw refusal(commandLineFault(error), error);
    }
  };
  const { values, positionals } = parsed();
  const unexpected = positionals.find((name, index) => index >= names || name.startsWith('-'));
  if (unexpected !== undefined) throw refusal(`Unexpected argument '${unexpected}'.`);
  return { values, names: positionals };
};

/** The command line of this process. One that it does not understand ends it. */
export const readCommandLine = <O extends Options>(grammar: Grammar<O>) => {
  try {
    return parseCommandLine(process.argv.slice(2), grammar);
  } catch (error) {
    return endProgram(error);
  }
};
