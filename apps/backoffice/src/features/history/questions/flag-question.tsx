import type { ReactElement } from 'react';
import {
  SLOWER_PERCENT,
  type FlagResponseAnswer,
  type FlagResponseRow,
  type PastStory,
  type Truth,
} from '@flagpost/contracts';
import { TEXTS } from '../../../shared/texts/history.js';
import { flagName } from '../../race-control/ui/flag-words.js';
import { useLazyFlagResponseQuery } from '../api.js';
import { SelectField, TextField } from '../../../shared/ui/form/fields.js';
import { AnswerTable, QuestionForm, type Asked } from './answer.js';
import { carColumn, instantText, numberColumn, timeColumn, type Place } from './columns.js';

const words = TEXTS.history.questions;

export interface FlagForm {
  readonly flag: string;
  readonly slower: string;
}
export const USUAL_SLOWER = String(SLOWER_PERCENT.usual);

/** From a flag to each car's delivery, confirmation and slowing down. */
export const FlagQuestion = ({
  story,
  truth,
  place,
  form,
  onChange,
  asked,
}: {
  story: PastStory;
  truth: Truth;
  place: Place;
  form: FlagForm;
  onChange: (form: FlagForm) => void;
  asked: Asked<FlagResponseAnswer>;
}): ReactElement => {
  const { eventId, gmtHoursAt } = place;
  const [read] = useLazyFlagResponseQuery();
  const { answer } = asked;
  const shown = { ...place, truth: answer?.truth ?? truth };
  if (story.flags.length === 0) return <p role="status">{words.noFlags}</p>;
  const send = async (): Promise<void> => {
    const slower = Number(form.slower);
    const { min, max } = SLOWER_PERCENT;
    if (!(Number.isInteger(slower) && slower >= min && slower <= max)) asked.refuse(words.percent(min, max));
    else await asked.ask(() => read({ eventId, truth, flagId: Number(form.flag), slower }).unwrap());
  };
  return (
    <>
      <QuestionForm asked={asked} onAsk={send}>
        <SelectField
          label={words.flag}
          value={form.flag}
          options={story.flags.map(({ FlagId, StateId, SentAt }) => [
            String(FlagId),
            `${instantText(Date.parse(SentAt), gmtHoursAt)} ${flagName(StateId)}`,
          ])}
          onChange={(flag) => onChange({ ...form, flag })}
        />
        <TextField
          label={words.slower}
          value={form.slower}
          onChange={(slower) => onChange({ ...form, slower })}
        />
      </QuestionForm>
      {answer !== null && (
        <AnswerTable
          title={words.tabs.flag}
          eventId={eventId}
          exported={{
            Content: 'flagResponse',
            Truth: answer.truth,
            From: new Date(answer.sentAt).toISOString(),
            To: new Date(answer.until).toISOString(),
            Invitations: [],
          }}
          rows={answer.cars}
          rowId={({ InvitationId }) => String(InvitationId)}
          columns={[
            carColumn(answer.cars),
            numberColumn<FlagResponseRow>(words.heads.sentKph, ({ speedKph }) => speedKph),
            timeColumn<FlagResponseRow>(words.heads.shownAt, shown, ({ shownAt }) => shownAt),
            timeColumn<FlagResponseRow>(words.heads.confirmedAt, shown, ({ confirmedAt }) => confirmedAt),
            timeColumn<FlagResponseRow>(words.heads.slowedAt, shown, ({ slowedAt }) => slowedAt),
            numberColumn<FlagResponseRow>(words.heads.lowestKph, ({ lowestKph }) => lowestKph),
            timeColumn<FlagResponseRow>(words.heads.lowestAt, shown, ({ lowestAt }) => lowestAt),
          ]}
          note={`${TEXTS.history.truth[answer.truth]}: ${words.sent(instantText(answer.sentAt, gmtHoursAt), instantText(answer.until, gmtHoursAt))} ${words.flagNote(answer.slowerPercent)}`}
        />
      )}
    </>
  );
};
