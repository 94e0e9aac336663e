import { afterEach, expect, it } from '@jest/globals';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { ReactElement } from 'react';
import { showTheme } from '../../../shared/theme/theme.js';
import { TEXTS } from '../../../shared/texts/race.js';
import { ImagerySlider, useImageryPercent } from './imagery-slider.js';

afterEach(() => {
  cleanup();
  window.localStorage.clear();
  showTheme('light');
});

const Imagery = (): ReactElement => {
  const { percent, change, share } = useImageryPercent();
  return (
    <>
      <ImagerySlider percent={percent} onChange={change} />
      <output>{share}</output>
    </>
  );
};
const share = (): number => Number(screen.getByRole('status').textContent);

it('dims imagery, and remembers it', () => {
  render(<Imagery />);
  expect(share()).toBe(1);
  fireEvent.change(screen.getByRole('slider', { name: TEXTS.map.imagery }), { target: { value: '30' } });
  expect(share()).toBeCloseTo(0.3);
  cleanup();
  render(<Imagery />);
  expect(share()).toBeCloseTo(0.3);
});

it('leaves less of it in Daylight', async () => {
  render(<Imagery />);
  act(() => showTheme('daylight'));
  await waitFor(() => expect(share()).toBeLessThan(0.5));
});
