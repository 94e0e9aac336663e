import { afterEach, expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { PATHS } from '../shared/paths.js';
import { TEXTS } from '../shared/texts.js';
import { heldAnswer, type Answer } from '../testing/fetch.js';
import { Screens } from './router.js';
import { leave, openAs, refused } from '../testing/office.js';

afterEach(leave);

const PAGES = [
  PATHS.home,
  PATHS.events,
  PATHS.event(1),
  PATHS.competitors(1),
  PATHS.liveMap(1),
  PATHS.history(1),
  PATHS.drawing(1),
  PATHS.mapTrack(1),
  PATHS.sectors(1),
  PATHS.check(1),
  PATHS.checkCodes(1),
  PATHS.institutions,
  PATHS.institution(4),
  PATHS.licensing,
  PATHS.categories(4),
  PATHS.circuits,
  PATHS.tracks,
  PATHS.personalDetails,
  PATHS.audit,
  PATHS.asItWas,
  PATHS.auditEvent(1),
];

/** The same answer to every call. */
const always = (answer: Answer | Promise<Answer>): Record<string, () => Answer | Promise<Answer>> =>
  new Proxy({}, { get: () => () => answer });

it.each(PAGES)('%s has one heading while it waits for the server', async (path) => {
  openAs('admin', path, always(heldAnswer().answer), <Screens />);
  expect(await screen.findAllByRole('heading', { level: 1 })).toHaveLength(1);
});

/** It asks nothing by itself. */
const ASKS_LATER: string = PATHS.asItWas;

it.each(PAGES.filter((path) => path !== ASKS_LATER))(
  '%s has one heading if the server has failed',
  async (path) => {
    openAs('admin', path, always(refused(500, {})), <Screens />);
    await screen.findAllByRole('button', { name: TEXTS.retry });
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
  },
);
