import { useState, type ReactElement } from 'react';
import type {
  DistancesAnswer,
  FlagResponseAnswer,
  PassesAnswer,
  PastStory,
  Truth,
} from '@flagpost/contracts';
import { TEXTS } from '../../../shared/texts/history.js';
import { Modal } from '../../../shared/ui/modal.js';
import { Tabs } from '../../../shared/ui/tabs.js';
import { useRace } from '../../race-control/race-context.js';
import { localOf } from '../ui/asked.js';
import { PositionsDeletedNotice } from '../ui/positions-deleted.js';
import { useAsked } from './answer.js';
import { DistanceQuestion, type DistanceForm } from './distance-question.js';
import { FlagQuestion, USUAL_SLOWER, type FlagForm } from './flag-question.js';
import { SpeedsQuestion, anywhere, type SpeedsForm } from './speeds-question.js';
import { NO_ENDS, typedEnds, type RaceLine } from './stretch.js';

const words = TEXTS.history.questions;
type Tab = keyof typeof words.tabs;
/** Before the instant that is shown, until other times are typed. */
const LOOKED_BACK_MS = 300_000;

/** Three questions of a steward. What was typed and answered stays while links of the answers are followed. */
export const QuestionsDialog = ({
  story,
  truth,
  carNumber,
  isOpen,
  instantNow,
  cornersInView,
  line,
  speedsForm,
  onSpeedsForm,
  onDraw,
  onHide,
}: {
  story: PastStory;
  truth: Truth;
  carNumber: string | null;
  isOpen: boolean;
  /** The instant that is shown. */
  instantNow: () => number;
  cornersInView: () => string | null;
  line: RaceLine | null;
  /** What was typed for the speeds, of which the map draws the part of the track; null: nothing yet. */
  speedsForm: SpeedsForm | null;
  onSpeedsForm: (form: SpeedsForm) => void;
  onDraw: () => void;
  onHide: () => void;
}): ReactElement | null => {
  const { eventId, gmtHoursAt } = useRace();
  const [tab, setTab] = useState<Tab>('distance');
  const [typed, setTyped] = useState<{
    distance?: DistanceForm;
    flag?: FlagForm;
  }>({});
  const [distance, speeds, flag] = [
    useAsked<DistancesAnswer>(),
    useAsked<PassesAnswer>(),
    useAsked<FlagResponseAnswer>(),
  ];
  if (!isOpen) return null;

  const instant = instantNow();
  const gmtHours = gmtHoursAt(instant);
  /** Until something is typed, a form follows what is shown. */
  const ofDistance = typed.distance ?? {
    car: carNumber ?? '',
    other: '',
    at: null,
  };
  const ofSpeeds = speedsForm ?? {
    where: anywhere,
    corners: '',
    stretch: typedEnds(NO_ENDS),
    from: localOf(instant - LOOKED_BACK_MS, gmtHours),
    to: localOf(instant, gmtHours),
  };
  const before = story.flags.find(({ SentAt }) => Date.parse(SentAt) <= instant) ?? story.flags.at(-1);
  const ofFlag = typed.flag ?? { flag: String(before?.FlagId ?? ''), slower: USUAL_SLOWER };
  const place = { eventId, gmtHoursAt, truth, onFollow: onHide };
  const common = { story, truth, place };
  return (
    <Modal header={words.title} width="960px" onHide={onHide}>
      <PositionsDeletedNotice story={story} gmtHoursAt={gmtHoursAt} />
      <Tabs label={words.title} names={words.tabs} chosen={tab} onChoose={setTab}>
        {tab === 'distance' && (
          <DistanceQuestion
            {...common}
            instant={instant}
            form={ofDistance}
            asked={distance}
            onChange={(form) => setTyped({ ...typed, distance: form })}
          />
        )}
        {tab === 'speeds' && (
          <SpeedsQuestion
            {...common}
            instant={instant}
            form={ofSpeeds}
            asked={speeds}
            cornersInView={cornersInView}
            line={line}
            onDraw={onDraw}
            onChange={onSpeedsForm}
          />
        )}
        {tab === 'flag' && (
          <FlagQuestion
            {...common}
            form={ofFlag}
            asked={flag}
            onChange={(form) => setTyped({ ...typed, flag: form })}
          />
        )}
      </Tabs>
    </Modal>
  );
};
