import type { ReactElement } from 'react';
import type { DriveAnswer } from '@flagpost/contracts';
import { TEXTS } from '../../../shared/texts/drive.js';
import { TRACKER_APPS } from '../model/tracker-apps.js';
import { Connect, type Connected } from './connect.js';
import { Note } from './notes.js';

const words = TEXTS.drive;

/** What to know before driving, and the button. */
export const Beforehand = ({
  secret,
  invitation,
  isReplaced,
  isKept,
  onConnected,
}: {
  secret: string;
  invitation: DriveAnswer;
  isReplaced: boolean;
  /** Whether what waits to be sent outlives the page. */
  isKept: boolean;
  onConnected: (connected: Connected, begins: 'driving' | 'apps') => void;
}): ReactElement => (
  <section className="drive-beforehand">
    <h2>{words.phone.title}</h2>
    {isReplaced ? (
      <>
        <Note kind="warning">{words.phone.replaced(invitation.CarNumber ?? '')}</Note>
        <p>{words.phone.replacedLead}</p>
      </>
    ) : (
      <p>{words.phone.lead}</p>
    )}
    <ol>
      {words.phone.points.map((each) => (
        <li key={each}>{each}</li>
      ))}
    </ol>
    {!isKept && <Note kind="warning">{words.phone.notKept}</Note>}
    <Connect
      secret={secret}
      invitation={invitation}
      label={isReplaced ? words.phone.again : words.phone.drive}
      onConnected={(connected) => onConnected(connected, 'driving')}
    />
    <section className="drive-apps">
      <h3>{words.apps.title}</h3>
      <p>{words.apps.lead}</p>
      <p>{words.apps.how(Object.values(TRACKER_APPS).join(', '))}</p>
      <Connect
        secret={secret}
        invitation={invitation}
        label={words.apps.title}
        isQuiet
        onConnected={(connected) => onConnected(connected, 'apps')}
      />
    </section>
  </section>
);
