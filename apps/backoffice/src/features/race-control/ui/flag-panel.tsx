import { Button } from 'primereact/button';
import { useState, type ReactElement } from 'react';
import { flagOf, FLAGS, flagsOfPanel, type FlagCode } from '@flagpost/contracts';
import { useRaceDispatch, useRaceSelector } from '../state/race-store.js';
import { TEXTS } from '../../../shared/texts/race.js';
import { ignoreHeldEnter } from '../../../shared/ui/held-enter.js';
import { useNotices } from '../../../shared/ui/notices.js';
import { YesNo } from '../../../shared/ui/yes-no.js';
import { useRace } from '../race-context.js';
import { flagRequestFor, sectorOf, stepFor } from '../send-flag.js';
import { sectorChosen, selectSelectedCars } from '../state/view.js';
import { ChooseCarDialog } from './choose-car-dialog.js';
import { FlagPicture } from './flag-picture.js';
import { KeysDialog } from './keys-dialog.js';
import { MessageDialog } from './message-dialog.js';
import { receiverNames, Receivers } from './receivers.js';
import { SafetyCarDialog } from './safety-car-dialog.js';
import { SectorChoice, useSectors } from './sector-choice.js';
import { useFlagKeys } from './use-flag-keys.js';
import { useSendFlag } from './use-send-flag.js';
import './flag-panel.css';

const HEAD = flagsOfPanel('head');
const TRACK_GROUP = flagsOfPanel('track');
const DRIVER_GROUP = flagsOfPanel('driver');

/** Cars whose numbers an armed flag has room for; more are counted there, and named above the flags. */
const FIT_ON_BUTTON = 2;

/** A dialog that a flag waits for; `to` is its receivers. */
interface Asking {
  what: 'confirm' | 'countDown' | 'chooseCar' | 'writeMessage';
  code: FlagCode;
  to: readonly number[];
}

const FlagButton = ({
  code,
  showsKey,
  armedFor,
  onPress,
}: {
  code: FlagCode;
  showsKey: boolean;
  /** Its receivers, while it is armed. */
  armedFor: string | null;
  onPress: () => void;
}): ReactElement => (
  <button
    type="button"
    className={armedFor === null ? 'flag-button' : 'flag-button flag-button-armed'}
    aria-keyshortcuts={showsKey ? flagOf(code).key : undefined}
    onClick={onPress}
  >
    <FlagPicture code={code} />
    <span className="flag-name">{TEXTS.flags.names[code]}</span>
    {showsKey && <kbd aria-hidden="true">{flagOf(code).key}</kbd>}
    {armedFor !== null && <span className="flag-armed-for">{armedFor}</span>}
  </button>
);

export const FlagPanel = (): ReactElement => {
  const { eventId, safetyCarDelayS } = useRace();
  const selected = useRaceSelector(selectSelectedCars);
  const sendFlag = useSendFlag();
  const dispatch = useRaceDispatch();
  const notices = useNotices();
  const [asking, setAsking] = useState<Asking | null>(null);
  const [listsKeys, setListsKeys] = useState(false);
  const receivers = selected.map(({ invitationId }) => invitationId);
  const names = receiverNames(selected.map(({ carNumber }) => carNumber));
  const sectors = useSectors();

  const fitting = receivers.length > FIT_ON_BUTTON ? TEXTS.flags.cars(receivers.length) : names;
  /** Receivers and sector of a flag. */
  const addressed = (code: FlagCode, cars: string): string => {
    const sector = sectorOf(code, sectors.chosen);
    return sector === null ? cars : TEXTS.flags.atSector(cars, TEXTS.flags.sector(sector.secNumber));
  };

  const send = (code: FlagCode, to: readonly number[], message?: string): void => {
    setAsking(null);
    sendFlag(flagRequestFor(eventId, code, to, message ?? null, sectors.chosen));
    dispatch(sectorChosen(null));
  };

  const press = (code: FlagCode): void => {
    keys.disarm();
    const next = stepFor(code, receivers, { safetyCarDelayS });
    if (next.step === 'send') send(code, receivers);
    else if (next.step === 'refuse') notices.warning(next.text);
    else setAsking({ what: next.step, code, to: receivers });
  };

  const arm = (code: FlagCode): boolean => {
    const { step } = stepFor(code, receivers, { safetyCarDelayS });
    if (step !== 'confirm' && step !== 'refuse') return true;
    press(code);
    return false;
  };

  const keys = useFlagKeys({ onArm: arm, onSend: press, onList: () => setListsKeys(true) });

  const flag = (code: FlagCode): ReactElement => (
    <FlagButton
      key={code}
      code={code}
      showsKey={keys.isOn}
      armedFor={keys.armed === code ? addressed(code, fitting) : null}
      onPress={() => press(code)}
    />
  );

  return (
    <section className="race-flags" aria-label={TEXTS.flags.title} onKeyDown={ignoreHeldEnter}>
      <Receivers isArmed={keys.armed !== null} />
      <p className="visually-hidden" role="status">
        {keys.armed !== null &&
          TEXTS.flags.armed(TEXTS.flags.names[keys.armed], addressed(keys.armed, names))}
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
      <Button
        className="flag-keys-open"
        label={TEXTS.keys.open}
        text
        severity="secondary"
        onClick={() => setListsKeys(true)}
      />
      {listsKeys && (
        <KeysDialog
          codes={[...HEAD, ...TRACK_GROUP, ...DRIVER_GROUP]}
          isOn={keys.isOn}
          onSwitch={keys.switchOn}
          onClose={() => setListsKeys(false)}
        />
      )}
      {asking?.what === 'confirm' && (
        <YesNo
          title={TEXTS.flags.names[asking.code]}
          yes={TEXTS.yes}
          no={TEXTS.no}
          onYes={() => send(asking.code, asking.to)}
          onNo={() => setAsking(null)}
        >
          {TEXTS.flags.sendTo(TEXTS.flags.names[asking.code], names)}
        </YesNo>
      )}
      {asking?.what === 'countDown' && (
        <SafetyCarDialog
          seconds={safetyCarDelayS}
          receivers={names}
          onEnd={() => send(asking.code, asking.to)}
          onCancel={() => setAsking(null)}
        />
      )}
      {asking?.what === 'chooseCar' && (
        <ChooseCarDialog
          flag={TEXTS.flags.names[asking.code]}
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
