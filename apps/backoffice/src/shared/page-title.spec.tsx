import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import type { ReactElement } from 'react';
import { ADA, CLUB, KEEPING, leave, LICENCE, ok, openAs } from '../testing/office.js';
import { useAlarmTitle, usePageTitle } from './page-title.js';

afterEach(leave);

it.each([
  ['/events', 'Events · Flagpost'],
  ['/clubs', 'Institutions · Flagpost'],
  ['/circuits', 'Circuits · Flagpost'],
  ['/licensing', 'Licensing · Flagpost'],
  ['/personaldetails', 'Personal Details · Flagpost'],
  ['/nothing/here', 'Page not found · Flagpost'],
])('names the page %s in the tab', async (path, title) => {
  openAs('admin', path);
  await screen.findAllByRole('main');
  await waitFor(() => expect(document.title).toBe(title));
});

it('names what the page is about, once it is known', async () => {
  openAs('planner', '/club/4', {
    'GET /clubs/4': ok(CLUB),
    'GET /licenses/Current/4': ok(LICENCE),
    'GET /keeping/4': ok(KEEPING),
    'GET /users/byClub/4': ok([ADA]),
  });
  await waitFor(() => expect(document.title).toBe('Scuderia Colline · Flagpost'));
});

describe('an alarm', () => {
  const Race = ({ alarm }: { alarm: string }): ReactElement => {
    usePageTitle('Live race map', 'Rally Alba');
    useAlarmTitle(alarm);
    return <main />;
  };

  it('takes the place of the name while it lasts, and of nothing once the page is left', () => {
    const { rerender } = render(<Race alarm="" />);
    expect(document.title).toBe('Live race map · Rally Alba · Flagpost');
    rerender(<Race alarm="(2) SOS · Flagpost" />);
    expect(document.title).toBe('(2) SOS · Flagpost');
    rerender(<Race alarm="" />);
    expect(document.title).toBe('Live race map · Rally Alba · Flagpost');
    rerender(<Race alarm="(1) SOS · Flagpost" />);
    cleanup();
    expect(document.title).toBe('Flagpost');
  });
});
