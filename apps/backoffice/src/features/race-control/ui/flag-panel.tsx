import { Button } from 'primereact/button';
import { useState, type ReactElement } from 'react';
import { flagOf, FLAGS, flagsOfPanel, type FlagCode } from '@flagpost/contracts';
import { useRaceDispatch, useRaceSelector } from '../state/race-store.js';
import { TEXTS } from '../../../shared/texts/race.js';
import { ignoreHeldEnter } from '../../../shared/ui/held-enter.js';
import { useNotices } from '../../../shared/ui/notices.js';
import { useRace } from '../race-context.js';
import { carByDigits } from '../car-number.js';
import { takesNumber } from '../flag-keys.js';
import { flagRequestFor, sectorOf, stepFor } from '../send-flag.js';
import { selectIsRed, takesFromRed } from '../state/lifted-reds.js';
import { ALL_CARS, carsOf, receiversChosen, selectReceivers, type Receivers } from '../state/receivers.js';
import { selectCars } from '../state/roster.js';
import { beginCountDown, countDownEnded, finishCountDown, selectCountDown } from '../state/safety-car.js';
import { sectorChosen } from '../state/view.js';
import { ChooseCarDialog } from './choose-car-dialog.js';
import { ConfirmFlag } from './confirm-flag.js';
import { FlagButton } from './flag-button.js';
import { KeysDialog } from './keys-dialog.js';
import { EMPTY_MESSAGE, MessageDialog } from './message-dialog.js';
import { ReceiversBanner, useReceiverNames } from './receivers.js';
import { useAttachPlace } from './race-places.js';
import { RaceYesNo } from './race-panel.js';
import { SafetyCarDialog } from './safety-car-dialog.js';
import { SectorChoice, useSectors } from './sector-choice.js';
import { matchText, useFindCar } from './use-find-car.js';
import { useFlagKeys } from './use-flag-keys.js';
import { useSendFlag } from './use-send-flag.js';
import './flag-panel.css';

const HEAD = flagsOfPanel('head');
const TRACK_GROUP = flagsOfPanel('track');
const DRIVER_GROUP = flagsOfPanel('driver');

/** Its receivers are named on the wire, also if they are every car of this moment. */
const isNamed = (code: FlagCode): boolean => flagOf(code).receivers !== 'any';

/** A flag that waits; `to` was addressed when it began to. */
interface Waiting {
  code: FlagCode;
  to: Receivers;
  /** Its receivers were typed for this flag alone. */
  isTyped: boolean;
}

/** For its car, or for its words. */
interface Filling extends Waiting {
  what: 'chooseCar' | 'writeMessage';
}

interface Sent {
  message?: string;
  isTyped?: boolean;
}

export const FlagPanel = (): ReactElement => {
  const { eventId, safetyCarDelayS, cars: live } = useRace();
  const cars = useRaceSelector(selectCars);
  const receivers = useRaceSelector(selectReceivers);
  const { nameOf, onlyOf } = useReceiverNames();
  const sendFlag = useSendFlag();
  const dispatch = useRaceDispatch();
  const notices = useNotices();
  const countDown = useRaceSelector(selectCountDown);
  const { note, find } = useFindCar();
  const [draft, setDraft] = useState(EMPTY_MESSAGE);
  const receiversPlace = useAttachPlace('receivers');
  /** For yes or no. */
  const [asking, setAsking] = useState<Waiting | null>(null);
  /** It would lift red. */
  const [lifting, setLifting] = useState<Waiting | null>(null);
  /** Its form is open beside the flags, which stay in use. */
  const [filling, setFilling] = useState<Filling | null>(null);
  const [listsKeys, setListsKeys] = useState(false);
  const names = nameOf(receivers);
  const sectors = useSectors();

  const hasSector = sectors.chosen !== null;
  const isRed = useRaceSelector(selectIsRed);
  const liftsRed = (code: FlagCode): boolean =>
    isRed && takesFromRed(code) && sectorOf(code, sectors.chosen) === null;
  const idsOf = (to: Receivers): number[] => carsOf(to, cars).map(({ invitationId }) => invitationId);
  const targetOf = (to: Receivers) => ({ kind: to.kind, cars: idsOf(to).length });

  /** Receivers and sector of a flag. */
  const addressed = (code: FlagCode, cars: string): string => {
    const sector = sectorOf(code, sectors.chosen);
    return sector === null ? cars : TEXTS.flags.atSector(cars, TEXTS.flags.sector(sector.secNumber));
  };

  /**
   * Categories are resolved to their cars at this moment. The choice of receivers is dropped after each sending; a number
   * that was typed for this flag alone leaves it as it is.
   */
  const send = (code: FlagCode, to: Receivers, { message, isTyped = false }: Sent = {}): void => {
    setAsking(null);
    setLifting(null);
    const ids = to.kind === 'all' && !isNamed(code) ? [] : idsOf(to);
    if (to.kind !== 'all' && ids.length === 0) {
      // They have left the race since: without receivers the flag would be for every car.
      notices.warning(TEXTS.flags.atLeastOne);
      return;
    }
    sendFlag(flagRequestFor(eventId, code, ids, message ?? null, sectors.chosen));
    if (!isTyped) dispatch(receiversChosen(ALL_CARS));
    dispatch(sectorChosen(null));
  };

  const press = (code: FlagCode, to: Receivers = receivers, isTyped = false): void => {
    keys.disarm();
    const next = stepFor(code, targetOf(to), { safetyCarDelayS, hasSector });
    if (next.step === 'refuse') notices.warning(next.text);
    else if (next.step !== 'confirm' && liftsRed(code)) setLifting({ code, to, isTyped });
    else if (next.step === 'send') send(code, to, { isTyped });
    else if (next.step === 'countDown') dispatch(beginCountDown(to, live));
    else if (next.step === 'confirm') setAsking({ code, to, isTyped });
    else {
      if (next.step === 'writeMessage' && to.kind !== 'all') setDraft({ ...draft, to });
      setFilling({ what: next.step, code, to, isTyped });
    }
  };

  const lift = ({ code, to, isTyped }: Waiting): void => {
    setLifting(null);
    if (stepFor(code, targetOf(to), { safetyCarDelayS, hasSector }).step === 'countDown')
      dispatch(beginCountDown(to, live));
    else send(code, to, { isTyped });
  };

  /** Sends what the banner names; false: it names no car. */
  const sendArmed = (code: FlagCode, digits: string): boolean => {
    if (digits === '') {
      press(code);
      return true;
    }
    const match = carByDigits(cars, digits);
    if (match.found === 'one') {
      press(code, { kind: 'cars', invitationIds: [match.car.invitationId] }, true);
      return true;
    }
    notices.warning(matchText(match, digits));
    return false;
  };

  const arm = (code: FlagCode): boolean => {
    const { step } = stepFor(code, targetOf(receivers), { safetyCarDelayS, hasSector });
    if (takesNumber(code) || (step !== 'confirm' && step !== 'refuse')) return true;
    press(code);
    return false;
  };

  const keys = useFlagKeys({ onArm: arm, onSend: sendArmed, onFind: find, onList: () => setListsKeys(true) });

  /** What an armed flag goes to at this moment. */
  const targetNames = (code: FlagCode): { names: string; isAll: boolean } => {
    if (keys.digits !== '')
      return { names: matchText(carByDigits(cars, keys.digits), keys.digits), isAll: false };
    if (takesNumber(code) && receivers.kind === 'all') return { names: TEXTS.keys.typeNumber, isAll: true };
    return { names: addressed(code, names), isAll: receivers.kind === 'all' };
  };
  const armed = keys.armed === null ? null : targetNames(keys.armed);

  const flag = (code: FlagCode): ReactElement => (
    <FlagButton
      key={code}
      code={code}
      showsKey={keys.isOn}
      armed={keys.armed === code && armed !== null ? { names: armed.names, untilMs: keys.untilMs } : null}
      onPress={() => (keys.armed === code ? sendArmed(code, keys.digits) : press(code))}
    />
  );

  return (
    <section className="race-flags" aria-label={TEXTS.flags.title} onKeyDown={ignoreHeldEnter}>
      <div className="receivers-slot" ref={receiversPlace}>
        <ReceiversBanner armed={armed} />
      </div>
      <p className="visually-hidden" role="status">
        {keys.armed !== null &&
          armed !== null &&
          TEXTS.flags.armed(TEXTS.flags.names[keys.armed], armed.names)}
      </p>
      <div className="flag-red">{HEAD.map(flag)}</div>
      <div role="group" aria-label={TEXTS.flags.track} className="flag-group">
        <h2>{TEXTS.flags.track}</h2>
        <SectorChoice {...sectors} />
        {TRACK_GROUP.map(flag)}
      </div>
      <div role="group" aria-label={TEXTS.flags.driver} className="flag-group">
        <h2>{TEXTS.flags.driver}</h2>
        {DRIVER_GROUP.map(flag)}
      </div>
      <div className="flag-keys-foot">
        <p role="status">
          {keys.armed === null && keys.digits !== '' ? TEXTS.keys.finding(keys.digits) : note}
        </p>
        <Button
          className="flag-keys-open"
          label={TEXTS.keys.open}
          text
          severity="secondary"
          onClick={() => setListsKeys(true)}
        />
      </div>
      {listsKeys && (
        <KeysDialog
          codes={[...HEAD, ...TRACK_GROUP, ...DRIVER_GROUP]}
          isOn={keys.isOn}
          onSwitch={keys.switchOn}
          onClose={() => setListsKeys(false)}
        />
      )}
      {asking !== null && (
        <ConfirmFlag
          flag={TEXTS.flags.names[asking.code]}
          only={onlyOf(asking.to)}
          liftsRed={liftsRed(asking.code)}
          onAll={() => send(asking.code, ALL_CARS)}
          onOnly={() => send(asking.code, asking.to, asking)}
          onNo={() => setAsking(null)}
        />
      )}
      {lifting !== null && (
        <RaceYesNo
          title={TEXTS.flags.names[lifting.code]}
          place="receivers"
          yes={TEXTS.flags.liftRed}
          no={TEXTS.no}
          danger
          onYes={() => lift(lifting)}
          onNo={() => setLifting(null)}
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
            setFilling(null);
            send(filling.code, { kind: 'cars', invitationIds: [invitationId] });
          }}
          onCancel={() => setFilling(null)}
        />
      )}
      {filling?.what === 'writeMessage' && (
        <MessageDialog
          draft={draft}
          onDraft={setDraft}
          onSend={(message, to) => {
            setFilling(null);
            send(FLAGS.message, to, { message, isTyped: filling.isTyped });
            setDraft(EMPTY_MESSAGE);
          }}
          onCancel={() => setFilling(null)}
        />
      )}
    </section>
  );
};
