import { Button } from 'primereact/button';
import { useId, useState, type ReactElement } from 'react';
import type { FlagRow } from '@flagpost/contracts';
import { newIdempotencyKey } from '../../../shared/idempotency-key.js';
import { TEXTS } from '../../../shared/texts/race.js';
import { ignoreHeldEnter } from '../../../shared/ui/held-enter.js';
import { useNotices } from '../../../shared/ui/notices.js';
import { useWithdrawFlagMutation } from '../api.js';
import { holdersOf, sectorOfRow } from '../state/flags.js';
import { useRaceSelector } from '../state/race-store.js';
import { selectCars, type RosterCar } from '../state/roster.js';
import { flagName } from './flag-words.js';
import './withdraw-flag.css';

const words = TEXTS.flags;

interface Target {
  id: string;
  label: string;
  /** Empty: all that have it. */
  invitationIds: number[];
}

/** All that have the flag, their categories if there are several, and each car. A sector's flag is of all cars. */
const targetsOf = (flag: FlagRow, cars: readonly RosterCar[]): Target[] => {
  const holders = holdersOf(flag, cars);
  const all: Target = { id: 'all', label: words.withdrawAll(holders.length), invitationIds: [] };
  if (sectorOfRow(flag) !== null || holders.length < 2) return [all];
  const idsOf = (some: readonly RosterCar[]): number[] => some.map(({ invitationId }) => invitationId);
  const names = [...new Set(holders.map(({ category }) => category))].filter((name) => name !== '').sort();
  const categories = names.map((name): Target => {
    const some = holders.filter(({ category }) => category === name);
    const label = words.withdrawCategory(name, some.length);
    return { id: `category-${name}`, label, invitationIds: idsOf(some) };
  });
  const each = holders.map((car): Target => {
    const { invitationId, carNumber } = car;
    return {
      id: `car-${invitationId}`,
      label: words.withdrawCar(carNumber),
      invitationIds: [invitationId],
    };
  });
  return [all, ...(categories.length > 1 ? categories : []), ...each];
};

/** Takes a flag back, after a question in its own place. `only`: from this car. */
export const WithdrawFlag = ({ flag, only }: { flag: FlagRow; only?: RosterCar }): ReactElement => {
  const cars = useRaceSelector(selectCars);
  const [withdraw, { isLoading }] = useWithdrawFlagMutation();
  const notices = useNotices();
  /** Of the order in question, null while none is. One that was not answered is sent again under it; another choice is another. */
  const [key, setKey] = useState<string | null>(null);
  const [chosen, setChosen] = useState('all');
  const fieldId = useId();
  const name = flagName(flag.StateId);

  const choose = (target: string): void => {
    setChosen(target);
    setKey(newIdempotencyKey());
  };

  const targets = key === null ? [] : targetsOf(flag, cars);
  const target = targets.find(({ id }) => id === chosen);
  // If the chosen car has the flag no more, nothing is ordered: the order is never widened to all.
  if (key === null || target === undefined)
    return (
      <button
        type="button"
        className="withdraw-flag"
        aria-label={words.withdrawOf(name)}
        onClick={() => choose('all')}
      >
        {words.withdraw}
      </button>
    );

  const order = async (): Promise<void> => {
    const InvitationsSelected = only === undefined ? target.invitationIds : [only.invitationId];
    try {
      await withdraw({ key, flagId: flag.FlagId, request: { InvitationsSelected } }).unwrap();
      setKey(null);
    } catch (error) {
      notices.showError(error);
    }
  };
  return (
    <div
      className="withdraw-question"
      role="group"
      aria-label={words.withdrawOf(name)}
      onKeyDown={ignoreHeldEnter}
    >
      {only === undefined ? (
        <>
          <label htmlFor={fieldId}>{words.withdrawFrom}</label>
          <select
            id={fieldId}
            value={target.id}
            disabled={isLoading}
            onChange={({ target: { value } }) => choose(value)}
          >
            {targets.map(({ id, label }) => (
              <option key={id} value={id}>
                {label}
              </option>
            ))}
          </select>
        </>
      ) : (
        <span>{words.withdrawCar(only.carNumber)}</span>
      )}
      <Button
        size="small"
        label={words.withdrawOf(name)}
        loading={isLoading}
        autoFocus
        onClick={() => void order()}
      />
      <Button size="small" text severity="secondary" label={TEXTS.no} onClick={() => setKey(null)} />
    </div>
  );
};
