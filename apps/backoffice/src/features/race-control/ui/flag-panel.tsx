import { useState, type ReactElement } from 'react';
import { FLAG_NAMES, FLAGS, type FlagCode } from '@flagpost/contracts';
import { useAppDispatch, useAppSelector } from '../../../app/store.js';
import { TEXTS } from '../../../shared/texts.js';
import { useNotices } from '../../../shared/ui/notices.js';
import { YesNo } from '../../../shared/ui/yes-no.js';
import { useRace } from '../race-context.js';
import { flagRequestFor, sendFlag, stepFor } from '../send-flag.js';
import { selectSelectedCars } from '../state/view.js';
import { ChooseCarDialog } from './choose-car-dialog.js';
import { FlagPicture } from './flag-picture.js';
import { MessageDialog } from './message-dialog.js';
import { receiverNames, Receivers } from './receivers.js';
import './flag-panel.css';

/** Red stands alone at the head and never beside green. */
const TRACK_GROUP: readonly FlagCode[] = [
  FLAGS.yellow,
  FLAGS.doubleYellow,
  FLAGS.safetyCar,
  FLAGS.surface,
  FLAGS.white,
  FLAGS.green,
  FLAGS.checkered,
];
const DRIVER_GROUP: readonly FlagCode[] = [FLAGS.warning, FLAGS.penalty, FLAGS.black, FLAGS.message];

type Asking = { what: 'confirm' | 'chooseCar' | 'writeMessage'; code: FlagCode };

export const FlagPanel = (): ReactElement => {
  const { eventId } = useRace();
  const selected = useAppSelector(selectSelectedCars);
  const dispatch = useAppDispatch();
  const notices = useNotices();
  const [asking, setAsking] = useState<Asking | null>(null);
  const receivers = selected.map(({ invitationId }) => invitationId);

  const send = (code: FlagCode, to: readonly number[], message?: string): void => {
    setAsking(null);
    void dispatch(sendFlag(flagRequestFor(eventId, code, to, message)));
  };

  const press = (code: FlagCode): void => {
    const next = stepFor(code, receivers);
    if (next.step === 'send') send(code, receivers);
    else if (next.step === 'refuse') notices.warning(next.text);
    else setAsking({ what: next.step, code });
  };

  const flag = (code: FlagCode): ReactElement => (
    <button key={code} type="button" className="flag-button" onClick={() => press(code)}>
      <FlagPicture code={code} />
      {FLAG_NAMES[code]}
    </button>
  );

  return (
    <section className="race-flags" aria-label={TEXTS.flags.title}>
      <Receivers />
      <div className="flag-red">{flag(FLAGS.red)}</div>
      <div role="group" aria-label={TEXTS.flags.track} className="flag-group">
        <h2>{TEXTS.flags.track}</h2>
        {TRACK_GROUP.map(flag)}
      </div>
      <div role="group" aria-label={TEXTS.flags.driver} className="flag-group">
        <h2>{TEXTS.flags.driver}</h2>
        {DRIVER_GROUP.map(flag)}
      </div>
      {asking?.what === 'confirm' && (
        <YesNo
          title={FLAG_NAMES[asking.code]}
          yes={TEXTS.yes}
          no={TEXTS.no}
          onYes={() => send(asking.code, receivers)}
          onNo={() => setAsking(null)}
        >
          {TEXTS.flags.sendTo(
            FLAG_NAMES[asking.code],
            receiverNames(selected.map(({ carNumber }) => carNumber)),
          )}
        </YesNo>
      )}
      {asking?.what === 'chooseCar' && (
        <ChooseCarDialog
          flag={FLAG_NAMES[asking.code]}
          onChoose={(invitationId) => send(asking.code, [invitationId])}
          onCancel={() => setAsking(null)}
        />
      )}
      {asking?.what === 'writeMessage' && (
        <MessageDialog
          onSend={(text) => send(FLAGS.message, receivers, text)}
          onCancel={() => setAsking(null)}
        />
      )}
    </section>
  );
};
