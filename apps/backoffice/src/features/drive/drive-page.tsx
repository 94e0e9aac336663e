import { Button } from 'primereact/button';
import { Message } from 'primereact/message';
import { useState, type ReactElement } from 'react';
import { INVITATION_STATES, type DriveAnswer, type InvitationAnswerRequest } from '@flagpost/contracts';
import { failureText, errorKindOf } from '../../shared/failures.js';
import { LANGUAGE } from '../../shared/language.js';
import { TEXTS } from '../../shared/texts/drive.js';
import { RULES } from '../../shared/texts/rules.js';
import { useTheme } from '../../shared/theme/use-theme.js';
import { Brand } from '../../shared/ui/brand.js';
import { Failure } from '../../shared/ui/failure.js';
import { LanguageChoice } from '../../shared/ui/language-choice.js';
import { YesNo } from '../../shared/ui/yes-no.js';
import { useAnswerDriveMutation, useDriveQuery } from './api.js';
import { Dispute } from './dispute.js';
import './drive-page.css';

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
  if (Ended) return <Message severity="warn" text={words.states.ended} />;
  if (StatusId === ACEPTED_INVITATION) return <Message severity="success" text={words.states.accepted} />;
  if (StatusId === REJECTED_INVITATION) return <Message severity="warn" text={words.states.rejected} />;
  return <Message severity="info" text={words.states.pending} />;
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

const Answers = ({ secret, invitation }: { secret: string; invitation: DriveAnswer }): ReactElement => {
  const [asked, setAsked] = useState<Answer | null>(null);
  const [answer, { isLoading, error }] = useAnswerDriveMutation();
  const question = { accept: words.sureAccept, reject: words.sureReject };
  return (
    <>
      {error !== undefined && <Message severity="error" text={failureText(error)} />}
      <div className="drive-answers">
        {answersOf(invitation).map((each) => (
          <Button
            key={each}
            label={words[each]}
            loading={isLoading}
            outlined={each === 'reject'}
            onClick={() => setAsked(each)}
          />
        ))}
      </div>
      {asked !== null && (
        <YesNo
          title={words[asked]}
          yes={words[asked]}
          no={TEXTS.cancel}
          onNo={() => setAsked(null)}
          onYes={() => {
            setAsked(null);
            void answer({ secret, body: { Answer: asked } });
          }}
        >
          <p>{question[asked](invitation.EventName)}</p>
          <p>{words.undo}</p>
        </YesNo>
      )}
    </>
  );
};

const Invitation = ({ secret, invitation }: { secret: string; invitation: DriveAnswer }): ReactElement => (
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
    {!invitation.Ended && <Answers secret={secret} invitation={invitation} />}
    <Sharing club={invitation.ClubName} />
    {!invitation.Ended && <Dispute secret={secret} invitation={invitation} />}
  </>
);

/** /drive/{secret}: an invitation, for anyone with its link, without an account. Reading it changes nothing. */
export const DrivePage = ({ secret }: { secret: string }): ReactElement => {
  useTheme('pages');
  const { data, error, isLoading, refetch } = useDriveQuery(secret);
  return (
    <main className="drive">
      <div className="drive-card">
        <div className="drive-head">
          <Brand />
          <LanguageChoice />
        </div>
        {isLoading && <p role="status">{TEXTS.loading}</p>}
        {data !== undefined && <Invitation secret={secret} invitation={data} />}
        {data === undefined && error !== undefined && errorKindOf(error) !== 'refused' && (
          <Failure error={error} onRetry={() => void refetch()} />
        )}
        {data === undefined && error !== undefined && errorKindOf(error) === 'refused' && (
          <div>
            <h1>{words.unknownTitle}</h1>
            <p>{words.unknown}</p>
          </div>
        )}
      </div>
    </main>
  );
};
