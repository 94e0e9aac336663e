import { Checkbox } from 'primereact/checkbox';
import type { ReactElement } from 'react';
import { ALL_CATEGORIES_ID } from '@flagpost/contracts';
import { useRaceDispatch, useRaceSelector } from '../state/race-store.js';
import { TEXTS } from '../../../shared/texts/race.js';
import { Failure } from '../../../shared/ui/failure.js';
import { useEventCategoriesQuery } from '../../events/api.js';
import { useRace } from '../race-context.js';
import { showsCategory } from '../state/categories.js';
import { categoryToggled, selectView } from '../state/view.js';
import { Panel } from './panel.js';

export const CategoriesPanel = (): ReactElement => {
  const { eventId } = useRace();
  const { data, error, refetch } = useEventCategoriesQuery(eventId);
  const { categories: checked } = useRaceSelector(selectView);
  const dispatch = useRaceDispatch();
  const options = (data ?? []).filter(({ Id }) => Id !== ALL_CATEGORIES_ID);
  const ids = options.map(({ Id }) => Id);

  const box = (id: number, label: string): ReactElement => (
    <li key={id}>
      <label className="category" htmlFor={`category-${id}`}>
        <Checkbox
          inputId={`category-${id}`}
          checked={showsCategory(checked, id)}
          onChange={() => dispatch(categoryToggled({ id, categories: ids }))}
        />
        {label}
      </label>
    </li>
  );

  return (
    <Panel name="categories" startsFolded title={TEXTS.panels.categories}>
      {error !== undefined && <Failure error={error} onRetry={() => void refetch()} />}
      <ul className="panel-scroll">
        {box(ALL_CATEGORIES_ID, TEXTS.panels.all)}
        {options.map(({ Id, Description }) => box(Id, Description))}
      </ul>
    </Panel>
  );
};
