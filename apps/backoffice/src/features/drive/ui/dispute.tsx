import { useState, type ReactElement } from 'react';
import { DISPUTE_REASONS, type DisputeReason, type DriveAnswer } from '@flagpost/contracts';
import { TEXTS } from '../../../shared/texts/drive.js';
import { RULES } from '../../../shared/texts/rules.js';
import { disputeInvitation, type Failure } from '../api.js';
import { FailureNote, Note } from './notes.js';

const words = TEXTS.drive;

/** 'Not right?' */
export const Dispute = ({
  secret,
  invitation: { Disputed, Contact },
  onAnswer,
}: {
  secret: string;
  invitation: DriveAnswer;
  onAnswer: (answer: DriveAnswer) => void;
}): ReactElement => {
  const [isOpen, setIsOpen] = useState(false);
  const [reason, setReason] = useState<DisputeReason | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const tell = async (): Promise<void> => {
    if (reason === null || isBusy) return;
    setIsBusy(true);
    const result = await disputeInvitation(secret, reason);
    setIsBusy(false);
    setFailure('failure' in result ? result.failure : null);
    if ('failure' in result) return;
    onAnswer(result.data);
    setIsOpen(false);
  };
  return (
    <section className="drive-dispute">
      {Disputed !== null && <Note kind="info">{`${words.told} ${RULES.disputes[Disputed]}`}</Note>}
      {!isOpen && (
        <button type="button" className="drive-button is-quiet" onClick={() => setIsOpen(true)}>
          {words.wrong}
        </button>
      )}
      {isOpen && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void tell();
          }}
        >
          <fieldset>
            <legend>{words.wrong}</legend>
            <p>{words.wrongLead}</p>
            {DISPUTE_REASONS.map((each) => (
              <label key={each} className="drive-reason">
                <input
                  type="radio"
                  name="reason"
                  value={each}
                  checked={reason === each}
                  onChange={() => setReason(each)}
                />
                {RULES.disputes[each]}
              </label>
            ))}
          </fieldset>
          {failure !== null && <FailureNote failure={failure} />}
          <div className="drive-answers">
            <button type="submit" className="drive-button" disabled={reason === null || isBusy}>
              {words.tell}
            </button>
            <button type="button" className="drive-button is-quiet" onClick={() => setIsOpen(false)}>
              {TEXTS.cancel}
            </button>
          </div>
        </form>
      )}
      {Contact !== null && (
        <p>
          <a href={`mailto:${Contact}`}>{words.contact(Contact)}</a>
        </p>
      )}
    </section>
  );
};
