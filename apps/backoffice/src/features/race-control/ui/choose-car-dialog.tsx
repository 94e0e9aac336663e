import { Button } from 'primereact/button';
import { Dialog } from 'primereact/dialog';
import { Dropdown } from 'primereact/dropdown';
import { useState, type SubmitEvent, type ReactElement } from 'react';
import { FIELD_TEXTS } from '@flagpost/contracts';
import { useAppSelector } from '../../../app/store.js';
import { TEXTS } from '../../../shared/texts.js';
import { selectCars } from '../state/roster.js';

/** 'select car': a penalty and a black flag go to one driver. */
export const ChooseCarDialog = ({
  flag,
  onChoose,
  onCancel,
}: {
  flag: string;
  onChoose: (invitationId: number) => void;
  onCancel: () => void;
}): ReactElement => {
  const cars = useAppSelector(selectCars);
  const [chosen, setChosen] = useState<number | null>(null);
  const [isMissing, setIsMissing] = useState(false);

  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (chosen === null) setIsMissing(true);
    else onChoose(chosen);
  };

  return (
    <Dialog visible header={`${flag}: ${TEXTS.flags.selectCar}`} style={{ width: '450px' }} onHide={onCancel}>
      <form className="dialog-form" onSubmit={submit}>
        <Dropdown
          inputId="choose-car"
          aria-label={TEXTS.flags.selectCar}
          placeholder={TEXTS.flags.chooseDriver}
          filter={cars.length > 10}
          value={chosen}
          options={cars.map(({ invitationId, carNumber, pilot }) => ({
            value: invitationId,
            label: `${carNumber} · ${pilot}`,
          }))}
          invalid={isMissing && chosen === null}
          onChange={({ value }: { value: number }) => setChosen(value)}
        />
        {isMissing && chosen === null && (
          <small className="p-error" role="alert">
            {FIELD_TEXTS.driver}
          </small>
        )}
        <div className="dialog-buttons">
          <Button type="button" label={TEXTS.cancel} text severity="secondary" onClick={onCancel} />
          <Button type="submit" label={TEXTS.flags.send} />
        </div>
      </form>
    </Dialog>
  );
};
