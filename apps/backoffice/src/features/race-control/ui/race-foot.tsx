import type { ReactElement } from 'react';

/** The bar at the foot of a phone: each button opens its sheet, or closes it. */
export const RaceFoot = <Sheet extends string>({
  sheets,
  sheet,
  onChoose,
}: {
  sheets: readonly (readonly [Sheet, string])[];
  /** The open one. */
  sheet: Sheet | null;
  onChoose: (sheet: Sheet | null) => void;
}): ReactElement => (
  <div className="race-foot">
    {sheets.map(([name, label]) => (
      <button
        key={name}
        type="button"
        aria-pressed={sheet === name}
        onClick={() => onChoose(sheet === name ? null : name)}
      >
        {label}
      </button>
    ))}
  </div>
);
