import { useCallback, useState } from 'react';

/** A question to the person, as a step of something that goes on with the answer. */
export interface Asked<Question> {
  readonly question: Question;
  /** Null: the question was dismissed. */
  readonly answer: (answer: unknown) => void;
}

/** Asks one question at a time. */
export const useQuestion = <Question>() => {
  const [asked, setAsked] = useState<Asked<Question> | null>(null);
  const ask = useCallback(
    <Answer>(question: Question): Promise<Answer | null> =>
      new Promise((resolve) => {
        const answer = (given: unknown): void => {
          setAsked(null);
          resolve(given as Answer | null);
        };
        setAsked({ question, answer });
      }),
    [],
  );
  return { asked, ask };
};
