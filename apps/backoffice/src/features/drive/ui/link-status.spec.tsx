import { afterEach, expect, it } from '@jest/globals';
import { cleanup, render, screen } from '@testing-library/react';
import { TEXTS } from '../../../shared/texts/drive.js';
import type { Phone, PhoneState } from '../phone/phone.js';
import { LinkStatus } from './link-status.js';

afterEach(cleanup);

it('says hours of what was hidden as hours', () => {
  const state = { heardAt: null, hiddenMs: 3_900_000, isLinked: true, isAwake: true };
  render(<LinkStatus phone={{} as Phone} state={state as PhoneState} isKept />);
  expect(screen.getByText(TEXTS.drive.link.hidden('1:05:00'))).toBeTruthy();
});
