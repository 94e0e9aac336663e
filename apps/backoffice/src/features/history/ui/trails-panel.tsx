import { useState, type ReactElement } from 'react';
import type { PastStory } from '@flagpost/contracts';
import { TEXTS } from '../../../shared/texts/history.js';
import { RacePanel } from '../../race-control/ui/race-panel.js';
import { MOST_TRAILS, TRAIL_SECONDS, type TrailChoice } from '../trail-choice.js';
import { carsOf } from './asked.js';
import { SelectField, TextField } from '../../../shared/ui/form/fields.js';

const words = TEXTS.history.trails;

/** How much of the way that cars have come by is drawn, and of which cars. */
export const TrailsPanel = ({
  story,
  choice,
  onChange,
  onHide,
}: {
  story: PastStory;
  choice: TrailChoice;
  onChange: (choice: TrailChoice) => void;
  onHide: () => void;
}): ReactElement => {
  const [typed, setTyped] = useState(() =>
    story.cars
      .filter(({ InvitationId }) => choice.cars.includes(InvitationId))
      .map(({ CarNumber }) => CarNumber)
      .join(', '),
  );
  const { ids, unknown } = carsOf(typed, story.cars);
  const fault =
    unknown.length > 0
      ? TEXTS.history.exports.unknownCars(unknown.join(', '))
      : ids.length > MOST_TRAILS
        ? words.tooMany(MOST_TRAILS)
        : undefined;
  const type = (numbers: string): void => {
    setTyped(numbers);
    onChange({ ...choice, cars: carsOf(numbers, story.cars).ids.slice(0, MOST_TRAILS) });
  };
  return (
    <RacePanel header={words.title} onHide={onHide}>
      <div className="history-form">
        <SelectField
          label={words.length}
          value={String(choice.seconds)}
          options={TRAIL_SECONDS.map(
            (each) => [String(each), each === 0 ? words.none : words.seconds(each)] as const,
          )}
          onChange={(chosen) =>
            onChange({ ...choice, seconds: TRAIL_SECONDS.find((each) => String(each) === chosen) ?? 0 })
          }
        />
        <TextField
          label={TEXTS.history.exports.cars}
          value={typed}
          fault={fault}
          placeholder={words.openCar}
          onChange={type}
        />
        <p className="history-note">{words.hint}</p>
      </div>
    </RacePanel>
  );
};
