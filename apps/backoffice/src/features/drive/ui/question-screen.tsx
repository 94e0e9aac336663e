import type { ReactElement } from 'react';
import type { CarQuestion } from '@flagpost/contracts';
import { TEXTS } from '../../../shared/texts/drive.js';
import { clockTime } from './times.js';
import { useShown } from './use-shown.js';

const words = TEXTS.drive;

/** 'Are you OK?' fills the screen until the driver answers by a tap, calls for help below, or drives on. */
export const QuestionScreen = ({
  question,
  more,
  onShown,
  onAnswer,
}: {
  question: CarQuestion;
  more: number;
  onShown: () => void;
  onAnswer: () => void;
}): ReactElement => {
  useShown(onShown);
  return (
    <button type="button" className="cockpit-flag cockpit-question" onClick={onAnswer}>
      <span className="cockpit-flag-text" role="alert">
        <strong>{words.question.title}</strong>
        <span>{words.question.lead}</span>
      </span>
      <span className="cockpit-flag-foot">
        <span>{words.question.answer}</span>
        <small>
          {words.question.since(clockTime(question.since))}
          {more > 0 && ` · ${words.flag.more(more)}`}
        </small>
      </span>
    </button>
  );
};
