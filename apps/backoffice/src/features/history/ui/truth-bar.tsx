import type { ReactElement, ReactNode } from 'react';
import { TRUTHS, type PastSource, type Truth } from '@flagpost/contracts';
import { TEXTS } from '../../../shared/texts/history.js';

const words = TEXTS.history.truth;
/** What race control saw is as it was published, or reconstructed from when positions had come. */
type Shown = Truth | 'published';
const LONG: Readonly<Record<Shown, string>> = {
  happened: words.happenedLong,
  seen: words.seenLong,
  published: words.publishedLong,
};
/** So many cars that differ are named. */
const NAMED = 6;

/** Which of the two truths is on the screen, at all times, and the cars for which they differ. */
export const TruthBar = ({
  truth,
  isPublished,
  source,
  onChoose,
  differing,
  numbers,
  onShow,
  children,
}: {
  truth: Truth;
  /** The instant is one of which is kept what was published. */
  isPublished: boolean;
  source: PastSource;
  onChoose: (truth: Truth) => void;
  /** Null while they are not known. */
  differing: ReadonlySet<number> | null;
  numbers: ReadonlyMap<number, string>;
  onShow: (invitationId: number) => void;
  children: ReactNode;
}): ReactElement => {
  const shown: Shown = truth === 'seen' && isPublished ? 'published' : truth;
  const count = differing?.size ?? 0;
  return (
    <div className="history-truth">
      <div role="group" aria-label={words.label} className="history-truths">
        {TRUTHS.map((each) => (
          <button key={each} type="button" aria-pressed={each === truth} onClick={() => onChoose(each)}>
            {words[each]}
          </button>
        ))}
      </div>
      {(source === 'reduced' || shown !== 'happened') && (
        <span
          className="history-tag"
          title={
            shown === 'published' || source === 'journal' ? LONG[shown] : `${LONG[shown]}. ${words.reduced}`
          }
        >
          {words.tags[shown]}
        </span>
      )}
      <span className="history-how">{LONG[shown]}</span>
      <div className="history-differing" data-some={count > 0} title={words.differHint}>
        <span>{differing === null ? words.comparing : count === 0 ? words.same : words.differ(count)}</span>
        {[...(differing ?? [])].slice(0, NAMED).map((id) => (
          <button key={id} type="button" onClick={() => onShow(id)}>
            {numbers.get(id) ?? TEXTS.unknown}
          </button>
        ))}
      </div>
      <ul className="history-sectors">{children}</ul>
    </div>
  );
};
