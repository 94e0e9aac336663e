import { Button } from 'primereact/button';
import { Message } from 'primereact/message';
import { ProgressBar } from 'primereact/progressbar';
import { useState, type ReactElement, type SubmitEvent } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { AS_IT_WAS, type AsItWasProgress } from '@flagpost/contracts';
import { TEXTS } from '../../shared/texts/audit.js';
import { Failure } from '../../shared/ui/failure.js';
import { SelectField, TimeField } from '../../shared/ui/form/fields.js';
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
        <SelectField
          label={words.what}
          value={what}
          options={AS_IT_WAS.map((each) => [each, words.whats[each]] as const)}
          onChange={setWhat}
        />
        <TimeField label={words.instant} required value={local} onChange={setLocal} />
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
