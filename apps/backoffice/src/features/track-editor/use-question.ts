import { useCallback, useState } from 'react';

/** Of what somebody was asked; null: the question was dismissed. */
export type AnswerWith<Answer> = (given: Answer | null) => void;

/** Asks the person one question at a time, as a step of something that goes on with the answer. */
export const useQuestion = <Question extends object>() => {
  const [asked, setAsked] = useState<Question | null>(null);
  const ask = useCallback(
    <Answer>(questionWith: (answer: AnswerWith<Answer>) => Question): Promise<Answer | null> =>
      new Promise((resolve) => {
        const question = questionWith((given) => {
          setAsked(null);
          resolve(given);
        });
        setAsked(question);
      }),
    [],
  );
  return { asked, ask };
};
