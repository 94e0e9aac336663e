import { useState, type ChangeEvent, type ReactElement } from 'react';
import { useShownTheme } from '../../../shared/theme/use-theme.js';
import { STORAGE_KEYS } from '../../../shared/stored-names.js';
import { TEXTS } from '../../../shared/texts/race.js';
import './imagery-slider.css';

const STEP = 10;
/** Share of the imagery that Daylight shows: in the sun the track and its cars must be prominent. */
const DAYLIGHT_SHARE = 0.4;

const storedPercent = (): number => {
  const percent = Number.parseInt(window.localStorage.getItem(STORAGE_KEYS.imagery) ?? '', 10);
  return percent >= 0 && percent <= 100 ? percent : 100;
};

/** How much of the imagery is shown, 0 to 100 as this device left it, and 0 to 1 as the map draws it. */
export const useImageryPercent = () => {
  const [percent, setPercent] = useState(storedPercent);
  const isDaylight = useShownTheme() === 'daylight';
  const change = (next: number): void => {
    window.localStorage.setItem(STORAGE_KEYS.imagery, String(next));
    setPercent(next);
  };
  return { percent, change, share: (percent / 100) * (isDaylight ? DAYLIGHT_SHARE : 1) };
};

/** Dims the imagery under the race. */
export const ImagerySlider = ({
  percent,
  onChange,
}: {
  percent: number;
  onChange: (percent: number) => void;
}): ReactElement => (
  <label className="imagery-slider" title={TEXTS.map.imagery}>
    <i className="pi pi-image" aria-hidden="true" />
    <input
      type="range"
      aria-label={TEXTS.map.imagery}
      aria-valuetext={TEXTS.map.percent(percent)}
      min={0}
      max={100}
      step={STEP}
      value={percent}
      onChange={(event: ChangeEvent<HTMLInputElement>) => onChange(event.target.valueAsNumber)}
    />
  </label>
);
