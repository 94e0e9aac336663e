import '../testing/match-media.js';
import { afterEach, expect, it } from '@jest/globals';
import { cleanup, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { ROLES } from '@flagpost/contracts';
import { GALLERY_PATHS } from '../shared/paths.js';
import { clearCookies, writeSession, writeTokens } from '../shared/session/cookies.js';
import { TEXTS } from '../shared/texts.js';
import { answerCalls } from '../testing/fetch.js';
import { Screens } from './router.js';
import { createStore } from './store.js';

afterEach(() => {
  cleanup();
  clearCookies();
});

const open = (path: string, role: number = ROLES.viewer): void => {
  const isAdmin = role === ROLES.admin;
  answerCalls(() => ({ status: 200, body: [] }));
  writeTokens({ accessToken: `h.${window.btoa(JSON.stringify({ Id: 3 }))}.s`, refreshToken: 'r' });
  writeSession({
    user: { id: 3, name: 'Vera Viewer', roles: [{ id: role }], avatar: null },
    club: isAdmin ? null : { cluId: 4, cluName: 'Club', cluLatitude: null, cluLongitude: null },
  });
  render(
    <Provider store={createStore()}>
      <MemoryRouter initialEntries={[path]}>
        <Screens />
      </MemoryRouter>
    </Provider>,
  );
};

it('opens on the events', async () => {
  open('/');
  expect(await screen.findByRole('heading', { name: TEXTS.liveNow.title })).toBeTruthy();
});

it.each(['/nothing', '/map/x', '/map/0', '/sectors/1'])(
  'says that there is no page at %s, with the way back',
  async (path) => {
    open(path);
    expect(await screen.findByRole('heading', { name: TEXTS.notFound.title })).toBeTruthy();
    expect(screen.getByRole('link', { name: TEXTS.toEvents }).getAttribute('href')).toBe('/events');
  },
);

it('says that a page is not open to a role, with the way back', async () => {
  open('/events', ROLES.driver);
  expect(await screen.findByRole('heading', { name: TEXTS.forbidden.title })).toBeTruthy();
  expect(screen.getByRole('link', { name: TEXTS.toEvents })).toBeTruthy();
});

it.each([GALLERY_PATHS[0], '/crud', '/empty'])(
  'shows our own components at the demo route %s',
  async (path) => {
    open(path);
    expect(await screen.findByRole('heading', { name: TEXTS.gallery.title })).toBeTruthy();
  },
);

it('shows the login screen at every address while nobody is logged in', async () => {
  render(
    <Provider store={createStore()}>
      <MemoryRouter initialEntries={['/clubs']}>
        <Screens />
      </MemoryRouter>
    </Provider>,
  );
  expect(await screen.findByRole('heading', { name: TEXTS.login.welcome })).toBeTruthy();
});
