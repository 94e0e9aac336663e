import { useState, type ReactElement } from 'react';
import { INVITATION_STATES, type DriveAnswer, type InvitationAnswerRequest } from '@flagpost/contracts';
import { LANGUAGE } from '../../../shared/language.js';
import { TEXTS } from '../../../shared/texts/drive.js';
import { RULES } from '../../../shared/texts/rules.js';
import { answerInvitation, type Failure } from '../api.js';
import { Dispute } from './dispute.js';
import { FailureNote, Note, Question } from './notes.js';

const words = TEXTS.drive;

type Answer = InvitationAnswerRequest['Answer'];

const { ACEPTED_INVITATION, REJECTED_INVITATION } = INVITATION_STATES;

const timeIn = (iso: string, timeZone: string | undefined): string =>
  new Intl.DateTimeFormat(LANGUAGE, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    ...(timeZone !== undefined && { timeZone }),
  }).format(new Date(iso));

/** The local time at the track, and the reader's own if it differs. */
const Time = ({ label, iso, zone }: { label: string; iso: string; zone: string }): ReactElement => {
  const [there, here] = [timeIn(iso, zone), timeIn(iso, undefined)];
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {there}
        {here !== there && <span className="drive-here">{words.yourTime(here)}</span>}
      </dd>
    </div>
  );
};

const Fact = ({ label, value }: { label: string; value: string }): ReactElement | null =>
  value === '' ? null : (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );

const Facts = ({ invitation }: { invitation: DriveAnswer }): ReactElement => (
  <dl className="drive-facts">
    <Time label={words.start} iso={invitation.Start} zone={invitation.TimeZone} />
    <Time label={words.finish} iso={invitation.Finish} zone={invitation.TimeZone} />
    <Fact label={words.place} value={`${invitation.CircuitName}, ${invitation.City}`} />
    <Fact label={words.number} value={invitation.CarNumber ?? ''} />
    <Fact label={words.car} value={`${invitation.Brand ?? ''} ${invitation.Model ?? ''}`.trim()} />
    <Fact label={words.category} value={invitation.Category} />
  </dl>
);

const State = ({ invitation: { StatusId, Ended } }: { invitation: DriveAnswer }): ReactElement => {
  if (Ended) return <Note kind="warning">{words.states.ended}</Note>;
  if (StatusId === ACEPTED_INVITATION) return <Note kind="good">{words.states.accepted}</Note>;
  if (StatusId === REJECTED_INVITATION) return <Note kind="warning">{words.states.rejected}</Note>;
  return <Note kind="info">{words.states.pending}</Note>;
};

const Sharing = ({ club }: { club: string }): ReactElement => (
  <section className="drive-sharing">
    <h2>{RULES.sharing.whatTitle}</h2>
    <ul>
      {RULES.sharing.what(club).map((each) => (
        <li key={each}>{each}</li>
      ))}
    </ul>
    <h2>{RULES.sharing.keptTitle}</h2>
    <ul>
      {RULES.sharing.kept(club).map((each) => (
        <li key={each}>{each}</li>
      ))}
    </ul>
  </section>
);

/** The answers still possible: a driver who accepted may reject, and the other way round. */
const answersOf = ({ StatusId }: DriveAnswer): readonly Answer[] => {
  if (StatusId === ACEPTED_INVITATION) return ['reject'];
  return StatusId === REJECTED_INVITATION ? ['accept'] : ['accept', 'reject'];
};

interface InvitationProps {
  readonly secret: string;
  readonly invitation: DriveAnswer;
  readonly onAnswer: (answer: DriveAnswer) => void;
}

const Answers = ({ secret, invitation, onAnswer }: InvitationProps): ReactElement => {
  const [asked, setAsked] = useState<Answer | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const question = { accept: words.sureAccept, reject: words.sureReject };
  const answer = async (given: Answer): Promise<void> => {
    setAsked(null);
    setIsBusy(true);
    const result = await answerInvitation(secret, given);
    setIsBusy(false);
    setFailure('failure' in result ? result.failure : null);
    if ('data' in result) onAnswer(result.data);
  };
  return (
    <>
      {failure !== null && <FailureNote failure={failure} />}
      <div className="drive-answers">
        {answersOf(invitation).map((each) => (
          <button
            key={each}
            type="button"
            className={each === 'reject' ? 'drive-button is-quiet' : 'drive-button'}
            disabled={isBusy}
            onClick={() => setAsked(each)}
          >
            {words[each]}
          </button>
        ))}
      </div>
      {asked !== null && (
        <Question
          title={words[asked]}
          yes={words[asked]}
          onNo={() => setAsked(null)}
          onYes={() => void answer(asked)}
        >
          <p>{question[asked](invitation.EventName)}</p>
          <p>{words.undo}</p>
        </Question>
      )}
    </>
  );
};

/** An invitation, for anyone with its link, without an account. */
export const Invitation = ({
  isLinkOver,
  ...props
}: InvitationProps & { readonly isLinkOver: boolean }): ReactElement => {
  const { invitation } = props;
  const mayAnswer = !invitation.Ended && !isLinkOver;
  return (
    <>
      <div>
        <p className="drive-lead">{words.hello(`${invitation.Name} ${invitation.Surname}`.trim())}</p>
        <p className="drive-lead">{words.invites(invitation.ClubName)}</p>
        <h1>{invitation.EventName}</h1>
      </div>
      <State invitation={invitation} />
      <div>
        <p className="drive-lead">{words.atTrack(invitation.TimeZone)}</p>
        <Facts invitation={invitation} />
      </div>
      {mayAnswer && <Answers {...props} />}
      <Sharing club={invitation.ClubName} />
      {mayAnswer && <Dispute {...props} />}
    </>
  );
};
