import { afterEach, expect, it } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { GALLERY_PATHS } from '../shared/paths.js';
import { TEXTS } from '../shared/texts.js';
import { answerCalls } from '../testing/fetch.js';
import { leave, openAs } from '../testing/office.js';
import { Screens } from './router.js';
import { createStore } from './store.js';

afterEach(leave);

it('opens on the events', async () => {
  openAs('viewer', '/');
  expect(await screen.findByRole('heading', { name: TEXTS.liveNow.title })).toBeTruthy();
});

it.each(['/nothing', '/map/x', '/map/0', '/sectors/x'])(
  'says that there is no page at %s, with the way back',
  async (path) => {
    openAs('viewer', path);
    expect(await screen.findByRole('heading', { name: TEXTS.notFound.title })).toBeTruthy();
    expect(screen.getByRole('link', { name: TEXTS.toEvents }).getAttribute('href')).toBe('/events');
  },
);

it('says that a page is not open to a role, with the way back', async () => {
  openAs('driver', '/events');
  expect(await screen.findByRole('heading', { name: TEXTS.forbidden.title })).toBeTruthy();
  expect(screen.getByRole('link', { name: TEXTS.toEvents })).toBeTruthy();
});

it.each([GALLERY_PATHS[0], '/crud', '/empty'])(
  'shows our own components at the demo route %s',
  async (path) => {
    openAs('viewer', path);
    expect(await screen.findByRole('heading', { name: TEXTS.gallery.title })).toBeTruthy();
  },
);

it('shows the login screen at every address while nobody is logged in', async () => {
  answerCalls(() => 'nothing');
  render(
    <Provider store={createStore()}>
      <MemoryRouter initialEntries={['/clubs']}>
        <Screens />
      </MemoryRouter>
    </Provider>,
  );
  expect(await screen.findByRole('heading', { name: TEXTS.login.welcome })).toBeTruthy();
});
