import type { ReactElement } from 'react';
import './key-list.css';

/** Keys, and what each does. */
export const KeyList = ({
  keys,
}: {
  keys: readonly (readonly [key: string, does: string])[];
}): ReactElement => (
  <dl className="key-list">
    {keys.map(([key, does]) => (
      <div key={key}>
        <dt>
          <kbd>{key}</kbd>
        </dt>
        <dd>{does}</dd>
      </div>
    ))}
  </dl>
);
