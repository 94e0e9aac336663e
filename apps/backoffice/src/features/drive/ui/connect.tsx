import { useState, type ReactElement } from 'react';
import type { DriveAnswer, PhoneAnswer } from '@flagpost/contracts';
import { TEXTS } from '../../../shared/texts/drive.js';
import { connectPhone, type Failure } from '../api.js';
import { FailureNote, Note, Question } from './notes.js';
import { clockTime } from './times.js';

const words = TEXTS.drive.phone;

export interface Connected {
  readonly token: string;
  readonly doors: string;
}

/** Makes this phone the device of the car, and asks before it replaces another. */
export const Connect = ({
  secret,
  invitation,
  label,
  isQuiet = false,
  onConnected,
}: {
  secret: string;
  invitation: DriveAnswer;
  label: string;
  /** The second way beside another one. */
  isQuiet?: boolean;
  onConnected: (connected: Connected) => void;
}): ReactElement => {
  const [isBusy, setIsBusy] = useState(false);
  const [held, setHeld] = useState<PhoneAnswer | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const connect = async (replace: boolean): Promise<void> => {
    setHeld(null);
    setIsBusy(true);
    const result = await connectPhone(secret, replace);
    setIsBusy(false);
    setFailure('failure' in result ? result.failure : null);
    if ('failure' in result) return;
    const { Token: token, Doors: doors } = result.data;
    if (token === null) setHeld(result.data);
    else onConnected({ token, doors });
  };
  const heardAt = held?.HeardAt ?? null;
  return (
    <>
      {failure !== null && <FailureNote failure={failure} />}
      {!isQuiet && !window.isSecureContext && <Note kind="error">{words.insecure}</Note>}
      <button
        type="button"
        className={isQuiet ? 'drive-button is-quiet' : 'drive-button is-large'}
        disabled={isBusy}
        onClick={() => void connect(false)}
      >
        {label}
      </button>
      {held !== null && (
        <Question
          title={words.replace(invitation.CarNumber ?? '')}
          yes={words.replaceYes}
          onYes={() => void connect(true)}
          onNo={() => setHeld(null)}
        >
          <p>{words.replaceLead}</p>
          <p>{heardAt === null ? words.neverHeard : words.heardAt(clockTime(Date.parse(heardAt)))}</p>
        </Question>
      )}
    </>
  );
};
