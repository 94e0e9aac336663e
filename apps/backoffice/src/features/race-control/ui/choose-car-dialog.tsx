import { Button } from 'primereact/button';
import { useState, type ReactElement, type SubmitEvent } from 'react';
import { useRaceSelector } from '../state/race-store.js';
import { TEXTS } from '../../../shared/texts/race.js';
import { RULES } from '../../../shared/texts/rules.js';
import { selectCarsById } from '../state/roster.js';
import { CarChips } from './car-chips.js';
import { RacePanel } from './race-panel.js';

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
  const [chosen, setChosen] = useState<number | null>(null);
  const [wasSubmitted, setWasSubmitted] = useState(false);
  const car = useRaceSelector((state) => (chosen === null ? undefined : selectCarsById(state)[chosen]));
  const isMissing = wasSubmitted && chosen === null;

  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    setWasSubmitted(true);
    if (chosen !== null) onChoose(chosen);
  };

  return (
    <RacePanel header={`${flag}: ${TEXTS.flags.selectCar}`} onHide={onCancel}>
      <form className="dialog-form" onSubmit={submit}>
        <CarChips chosen={chosen === null ? [] : [chosen]} onToggle={setChosen} isInvalid={isMissing} />
        <p aria-live="polite">
          {car === undefined ? TEXTS.flags.chooseDriver : `${TEXTS.sos.car(car.carNumber)} · ${car.pilot}`}
        </p>
        {isMissing && (
          <small className="p-error" role="alert">
            {RULES.fields.driver}
          </small>
        )}
        <div className="dialog-buttons">
          <Button type="button" label={TEXTS.cancel} text severity="secondary" onClick={onCancel} />
          <Button type="submit" label={TEXTS.flags.send} />
        </div>
      </form>
    </RacePanel>
  );
};
