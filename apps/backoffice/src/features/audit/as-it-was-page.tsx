import { Button } from 'primereact/button';
import { Message } from 'primereact/message';
import { ProgressBar } from 'primereact/progressbar';
import { useId, useState, type ReactElement, type SubmitEvent } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { AS_IT_WAS, type AsItWasProgress } from '@flagpost/contracts';
import { TEXTS } from '../../shared/texts/audit.js';
import { Failure } from '../../shared/ui/failure.js';
import { Page } from '../../shared/ui/page.js';
import { asItWasAddress, auditAddress, choiceIn, type AsItWasChoice } from './address.js';
import type { AsItWasQuestion } from './api.js';
import { Answer } from './as-it-was-answer.js';
import { isoOf, localOf } from './local-time.js';
import { RaceChoice } from './subject-choices.js';
import { useAsItWas } from './use-as-it-was.js';
import './audit.css';

const words = TEXTS.asItWas;

/** A time is chosen to the second: all of that second counts. */
const LAST_MS_OF_SECOND = 999;
const endOf = (local: string): string =>
  local === '' ? '' : new Date(Date.parse(isoOf(local)) + LAST_MS_OF_SECOND).toISOString();

const ChoiceForm = ({
  choice,
  onChoose,
}: {
  choice: AsItWasChoice;
  onChoose: (choice: AsItWasChoice) => void;
}): ReactElement => {
  const id = useId();
  const [race, setRace] = useState(choice.race === null ? '' : String(choice.race));
  const [what, setWhat] = useState(choice.what);
  const given = localOf(choice.instant ?? undefined);
  const [local, setLocal] = useState(given);
  const send = (event: SubmitEvent): void => {
    event.preventDefault();
    const instant = local === given ? choice.instant : endOf(local);
    // After the event: React would tie the navigation to the sending of the form, and read its fields for that.
    queueMicrotask(() => onChoose({ race: Number(race), what, instant }));
  };
  return (
    <div className="audit-filters">
      <form className="as-it-was-form" aria-label={words.form} onSubmit={send}>
        <RaceChoice chosen={race} onChoose={setRace} isRequired />
        <div className="field">
          <label htmlFor={`${id}-what`}>{words.what}</label>
          <select
            id={`${id}-what`}
            className="p-inputtext p-component"
            value={what}
            onChange={({ target }) => setWhat(AS_IT_WAS.find((each) => each === target.value) ?? what)}
          >
            {AS_IT_WAS.map((each) => (
              <option key={each} value={each}>
                {words.whats[each]}
              </option>
            ))}
          </select>
        </div>
        <div className="field">
          <label htmlFor={`${id}-instant`}>{words.instant}</label>
          <input
            id={`${id}-instant`}
            className="p-inputtext p-component"
            type="datetime-local"
            step={1}
            required
            value={local}
            onChange={({ target }) => setLocal(target.value)}
          />
        </div>
        <div className="audit-buttons">
          <Button type="submit" label={words.apply} icon="pi pi-clock" />
        </div>
      </form>
    </div>
  );
};

const Folding = ({
  progress,
  onCancel,
}: {
  progress: AsItWasProgress | null;
  onCancel: () => void;
}): ReactElement => {
  const of = progress?.Of ?? null;
  const isKnown = progress !== null && of !== null;
  return (
    <div className="audit-card as-it-was-folding">
      <p role="status">{isKnown ? words.progress(progress.Streams, of, progress.Events) : words.waiting}</p>
      <ProgressBar
        aria-label={words.title}
        {...(isKnown
          ? { value: Math.floor((100 * progress.Streams) / of) }
          : { mode: 'indeterminate' as const })}
      />
      <Button label={words.cancel} icon="pi pi-times" outlined onClick={onCancel} />
    </div>
  );
};

const Asked = ({
  question,
  onAgain,
}: {
  question: Omit<AsItWasQuestion, 'run'>;
  onAgain: () => void;
}): ReactElement => {
  const { asked, cancel } = useAsItWas(question);
  switch (asked.state) {
    case 'folding':
      return <Folding progress={asked.progress} onCancel={cancel} />;
    case 'cancelled':
      return <Message severity="info" text={words.cancelled} />;
    case 'failed': {
      const isMissing = (asked.error as { status?: unknown }).status === 404;
      return <Failure error={asked.error} text={isMissing ? words.missing : undefined} onRetry={onAgain} />;
    }
    case 'answered':
      return <Answer answer={asked.answer} title={words.whats[question.what]} />;
  }
};

/** /audit/asItWas: an event, its competitors or its route at an instant; the address holds what and when. */
export const AsItWasPage = (): ReactElement => {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const choice = choiceIn(params);
  const [attempt, setAttempt] = useState(0);
  const { race, what, instant } = choice;
  const again = (): void => setAttempt(attempt + 1);
  const choose = (next: AsItWasChoice): void => {
    const address = asItWasAddress(next);
    if (address === asItWasAddress(choice)) again();
    else void navigate(address);
  };
  return (
    <Page title={words.title}>
      <section className="audit" aria-labelledby="as-it-was-title">
        <header>
          <h1 id="as-it-was-title">{words.title}</h1>
          <p>{words.intro}</p>
          <Link to={auditAddress(race === null ? {} : { race: String(race) })}>{TEXTS.audit.back}</Link>
        </header>
        <ChoiceForm key={asItWasAddress(choice)} choice={choice} onChoose={choose} />
        {race === null || instant === null ? (
          <p>{words.choose}</p>
        ) : (
          <Asked
            key={`${asItWasAddress(choice)} ${attempt}`}
            question={{ race, what, instant }}
            onAgain={again}
          />
        )}
      </section>
    </Page>
  );
};
