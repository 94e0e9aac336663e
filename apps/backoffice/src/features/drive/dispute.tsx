import { Button } from 'primereact/button';
import { Message } from 'primereact/message';
import { useState, type ReactElement } from 'react';
import { DISPUTE_REASONS, type DisputeReason, type DriveAnswer } from '@flagpost/contracts';
import { failureText } from '../../shared/failures.js';
import { TEXTS } from '../../shared/texts/drive.js';
import { RULES } from '../../shared/texts/rules.js';
import { useDisputeDriveMutation } from './api.js';

const words = TEXTS.drive;

/** 'Not right?' */
export const Dispute = ({
  secret,
  invitation: { Disputed, Contact },
}: {
  secret: string;
  invitation: DriveAnswer;
}): ReactElement => {
  const [isOpen, setIsOpen] = useState(false);
  const [reason, setReason] = useState<DisputeReason | null>(null);
  const [dispute, { isLoading, error }] = useDisputeDriveMutation();
  const tell = async (): Promise<void> => {
    if (reason === null) return;
    const { error: failure } = await dispute({ secret, body: { Reason: reason } });
    if (failure === undefined) setIsOpen(false);
  };
  return (
    <section className="drive-dispute">
      {Disputed !== null && <Message severity="info" text={`${words.told} ${RULES.disputes[Disputed]}`} />}
      {!isOpen && <Button label={words.wrong} text onClick={() => setIsOpen(true)} />}
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
          {error !== undefined && <Message severity="error" text={failureText(error)} />}
          <div className="drive-answers">
            <Button type="submit" label={words.tell} loading={isLoading} disabled={reason === null} />
            <Button type="button" label={TEXTS.cancel} text onClick={() => setIsOpen(false)} />
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
