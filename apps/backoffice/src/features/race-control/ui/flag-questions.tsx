import type { ReactElement } from 'react';
import { FLAGS } from '@flagpost/contracts';
import { TEXTS } from '../../../shared/texts/race.js';
import { useRace } from '../race-context.js';
import { useRaceDispatch, useRaceSelector } from '../state/race-store.js';
import { ALL_CARS } from '../state/receivers.js';
import { countDownEnded, finishCountDown, selectCountDown } from '../state/safety-car.js';
import { ChooseCarDialog } from './choose-car-dialog.js';
import { ConfirmFlag } from './confirm-flag.js';
import { EMPTY_MESSAGE, MessageDialog } from './message-dialog.js';
import { RaceYesNo } from './race-panel.js';
import { useReceiverNames } from './receivers.js';
import { SafetyCarDialog } from './safety-car-dialog.js';
import type { FlagPress } from './use-flag-press.js';

/** What flags that were pressed wait for: a yes, the safety car's seconds, a car or words. */
export const FlagQuestions = ({ flags }: { flags: FlagPress }): ReactElement => {
  const { safetyCarDelayS } = useRace();
  const { nameOf, onlyOf } = useReceiverNames();
  const countDown = useRaceSelector(selectCountDown);
  const dispatch = useRaceDispatch();
  const { asking, lifting, filling, send } = flags;
  return (
    <>
      {asking !== null && (
        <ConfirmFlag
          flag={TEXTS.flags.names[asking.code]}
          only={onlyOf(asking.to)}
          liftsRed={flags.liftsRed(asking.code)}
          onAll={() => send(asking.code, ALL_CARS)}
          onOnly={() => send(asking.code, asking.to, asking)}
          onNo={flags.stopAsking}
        />
      )}
      {lifting !== null && (
        <RaceYesNo
          title={TEXTS.flags.names[lifting.code]}
          place="receivers"
          yes={TEXTS.flags.liftRed}
          no={TEXTS.no}
          danger
          onYes={() => flags.lift(lifting)}
          onNo={flags.stopLifting}
        >
          <strong>{TEXTS.flags.redInForce} </strong>
          {TEXTS.flags.liftQuestion(TEXTS.flags.names[lifting.code], nameOf(lifting.to))}
        </RaceYesNo>
      )}
      {countDown !== null && (
        <SafetyCarDialog
          seconds={safetyCarDelayS}
          receivers={nameOf(countDown.to)}
          onEnd={() => {
            const ended = dispatch(finishCountDown());
            if (ended !== null) send(FLAGS.safetyCar, ended.to);
          }}
          onCancel={() => dispatch(countDownEnded())}
        />
      )}
      {filling?.what === 'chooseCar' && (
        <ChooseCarDialog
          key={filling.code}
          flag={TEXTS.flags.names[filling.code]}
          onChoose={(invitationId) => {
            flags.stopFilling();
            send(filling.code, { kind: 'cars', invitationIds: [invitationId] });
          }}
          onCancel={flags.stopFilling}
        />
      )}
      {filling?.what === 'writeMessage' && (
        <MessageDialog
          draft={flags.draft}
          onDraft={flags.setDraft}
          onSend={(message, to) => {
            flags.stopFilling();
            send(FLAGS.message, to, { message, isTyped: filling.isTyped });
            flags.setDraft(EMPTY_MESSAGE);
          }}
          onCancel={flags.stopFilling}
        />
      )}
    </>
  );
};
