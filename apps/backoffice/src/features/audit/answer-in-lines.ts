import type { AsItWasAnswer, AsItWasLine, AsItWasProgress } from '@flagpost/contracts';

type Listener = (progress: AsItWasProgress) => void;

/** By run: what the store keeps of a call is plain data, so who listens is kept beside it. */
const listeners = new Map<string, Listener>();

/** Hears the progress of a run; what it returns ends that. */
export const listenTo = (run: string, listener: Listener): (() => void) => {
  listeners.set(run, listener);
  return () => void listeners.delete(run);
};

/** Reads an answer line by line, tells its progress, and resolves to its last line. @throws {Error} if it broke off */
export const answerInLines = async (response: Response, run: string): Promise<AsItWasAnswer> => {
  const answers: AsItWasAnswer[] = [];
  const read = (line: string): void => {
    if (line === '') return;
    const parsed = JSON.parse(line) as AsItWasLine;
    if ('Answer' in parsed) answers.push(parsed.Answer);
    else listeners.get(run)?.(parsed.Progress);
  };
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) {
    const lines = (rest + decoder.decode(part.value, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    lines.forEach(read);
  }
  read(rest);
  const [answer] = answers;
  if (answer === undefined) throw new Error('The answer broke off.');
  return answer;
};
