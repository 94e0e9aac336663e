import type { ReactElement, ReactNode } from 'react';
import { TRUTHS, type Truth } from '@flagpost/contracts';
import { TEXTS } from '../../../shared/texts/history.js';

const words = TEXTS.history.truth;
const LONG: Readonly<Record<Truth, string>> = { happened: words.happenedLong, seen: words.seenLong };
/** So many cars that differ are named. */
const NAMED = 6;

/** Which of the two truths is on the screen, at all times, and the cars for which they differ. */
export const TruthBar = ({
  truth,
  onChoose,
  differing,
  numbers,
  onShow,
  children,
}: {
  truth: Truth;
  onChoose: (truth: Truth) => void;
  differing: ReadonlySet<number>;
  numbers: ReadonlyMap<number, string>;
  onShow: (invitationId: number) => void;
  children: ReactNode;
}): ReactElement => (
  <div className="history-truth">
    <div role="group" aria-label={words.label} className="history-truths">
      {TRUTHS.map((each) => (
        <button key={each} type="button" aria-pressed={each === truth} onClick={() => onChoose(each)}>
          {words[each]}
        </button>
      ))}
    </div>
    <span className="history-tag" title={`${LONG[truth]}. ${words.reduced}`}>
      {words.tags[truth]}
    </span>
    <span className="history-how">{LONG[truth]}</span>
    <div className="history-differing" data-some={differing.size > 0} title={words.differHint}>
      <span>{differing.size === 0 ? words.same : words.differ(differing.size)}</span>
      {[...differing].slice(0, NAMED).map((id) => (
        <button key={id} type="button" onClick={() => onShow(id)}>
          {numbers.get(id) ?? TEXTS.unknown}
        </button>
      ))}
    </div>
    <ul className="history-sectors">{children}</ul>
  </div>
);
