import type { Clock } from '@flagpost/platform';

/** Output of a replay's progress. */
export interface ProgressOutput {
  /** A line that stays. */
  readonly print: (line: string) => void;
  /** The state of long work, each word instead of the one before. */
  readonly show: (words: string) => void;
}

export interface OutputParts {
  readonly clock: Clock;
  /** Whether the state is shown on a terminal, where a line can be overwritten. */
  readonly isTerminal: boolean;
  readonly writeLine: (line: string) => void;
  readonly writeState: (text: string) => void;
}

const LINE_EVERY_MS = 10_000;
const CLEAR = '\r\x1b[K';

/** On a terminal one line that changes; in a file or a log a line every 10 s. */
export const createProgressOutput = ({
  clock,
  isTerminal,
  writeLine,
  writeState,
}: OutputParts): ProgressOutput => {
  let nextAt = clock.now() + LINE_EVERY_MS;
  return {
    print(line) {
      if (isTerminal) writeState(CLEAR);
      writeLine(line);
    },
    show(words) {
      if (isTerminal) writeState(`${CLEAR}${words}`);
      else if (clock.now() >= nextAt && words !== '') {
        nextAt = clock.now() + LINE_EVERY_MS;
        writeState(`${words}\n`);
      }
    },
  };
};
