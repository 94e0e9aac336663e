import { Button } from 'primereact/button';
import { useState, type ReactElement } from 'react';
import { flagsOfPanel, type FlagCode } from '@flagpost/contracts';
import { useRaceSelector } from '../state/race-store.js';
import { TEXTS } from '../../../shared/texts/race.js';
import { ignoreHeldEnter } from '../../../shared/ui/held-enter.js';
import { useNotices } from '../../../shared/ui/notices.js';
import { carByDigits } from '../car-number.js';
import { takesNumber } from '../flag-keys.js';
import { sectorOf } from '../send-flag.js';
import { selectReceivers } from '../state/receivers.js';
import { selectCars } from '../state/roster.js';
import { FlagButton } from './flag-button.js';
import { FlagQuestions } from './flag-questions.js';
import { KeysDialog } from './keys-dialog.js';
import { ReceiversBanner, useReceiverNames } from './receivers.js';
import { useAttachPlace } from './race-places.js';
import { SectorChoice, useSectors } from './sector-choice.js';
import { matchText, useFindCar } from './use-find-car.js';
import { useFlagKeys } from './use-flag-keys.js';
import { useFlagPress, type FlagPress } from './use-flag-press.js';
import './flag-panel.css';

const HEAD = flagsOfPanel('head');
const TRACK_GROUP = flagsOfPanel('track');
const DRIVER_GROUP = flagsOfPanel('driver');

export const FlagPanel = (): ReactElement => {
  const cars = useRaceSelector(selectCars);
  const receivers = useRaceSelector(selectReceivers);
  const { nameOf } = useReceiverNames();
  const notices = useNotices();
  const { note, find } = useFindCar();
  const receiversPlace = useAttachPlace('receivers');
  const [listsKeys, setListsKeys] = useState(false);
  const sectors = useSectors();
  const flags = useFlagPress(sectors);

  const press = (...pressed: Parameters<FlagPress['press']>): void => {
    keys.disarm();
    flags.press(...pressed);
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
    const { step } = flags.stepOf(code);
    if (takesNumber(code) || (step !== 'confirm' && step !== 'refuse')) return true;
    press(code);
    return false;
  };

  const keys = useFlagKeys({ onArm: arm, onSend: sendArmed, onFind: find, onList: () => setListsKeys(true) });

  /** Receivers and sector of a flag. */
  const addressed = (code: FlagCode, names: string): string => {
    const sector = sectorOf(code, sectors.chosen);
    return sector === null ? names : TEXTS.flags.atSector(names, TEXTS.flags.sector(sector.secNumber));
  };
  /** What an armed flag goes to at this moment. */
  const targetNames = (code: FlagCode): { names: string; isAll: boolean } => {
    if (keys.digits !== '')
      return { names: matchText(carByDigits(cars, keys.digits), keys.digits), isAll: false };
    if (takesNumber(code) && receivers.kind === 'all') return { names: TEXTS.keys.typeNumber, isAll: true };
    return { names: addressed(code, nameOf(receivers)), isAll: receivers.kind === 'all' };
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
      <FlagQuestions flags={flags} />
    </section>
  );
};
