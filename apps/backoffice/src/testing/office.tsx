import type { ReactElement } from 'react';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import {
  REFUSALS,
  ROLES,
  USER_STATES,
  type ClubRow,
  type KeepingAnswer,
  type LicenceRow,
  type RefusalCode,
  type UserRow,
} from '@flagpost/contracts';
import { Screens } from '../app/router.js';
import { createStore } from '../app/store.js';
import { clearCookies, writeSession, writeTokens } from '../shared/session/cookies.js';
import { answerCalls, type Answer, type Asked } from './fetch.js';
import { createRaceStore } from './race-store.js';

/** The whole client with a fake server of the spec, for a signed-in user with a role. */

export const CLUB: ClubRow = {
  cluId: 4,
  couId: 39,
  couName: 'Italy',
  cluName: 'Scuderia Colline',
  cluAddress: 'Via Prova 7',
  cluContactName: null,
  cluContactPhone: null,
  cluMail: 'info@colline.demo',
  cluWeb: 'www.colline.demo',
  cluSocialNetwork: null,
  cluFacebook: null,
  cluInstagram: null,
  cluLatitude: null,
  cluLongitude: null,
  cluState: 'Alessandria',
  cluCity: 'Acqui Terme',
  cluTimeZone: 'Europe/Rome',
  Planners: 'Ada Byron',
  usersCount: 1,
  licLicensesGiven: 2,
  licTotal: 5,
  licLicenseFrom: '2026-01-01T12:00:00.000Z',
  licLicenseTo: '2026-12-31T12:00:00.000Z',
  eventsCount: 0,
};

export const ADA: UserRow = {
  useId: 3,
  useName: 'Ada',
  useSurname: 'Byron',
  useEmail: 'ada@colline.demo',
  usePhone: '+39 0144',
  stsId: USER_STATES.ENABLE_USER,
  isPlanner: true,
  isViewer: false,
  isDirector: false,
  clubId: CLUB.cluId,
  RolesId: [ROLES.planner],
  rolUseId: 3,
  useAvatar: null,
  useGivenPasswordUntil: null,
};

/** Of this century, so that it holds whenever the spec runs. */
export const LICENCE: LicenceRow = {
  LicId: 9,
  ClubId: CLUB.cluId,
  Name: CLUB.cluName,
  Total: 5,
  licTotal: 5,
  Given: 2,
  licLicenseGiven: 2,
  From: '2001-01-01T12:00:00.000Z',
  To: '2099-12-31T12:00:00.000Z',
  TimeZone: CLUB.cluTimeZone,
  Events: 1,
};

/** Positions are kept for ever. */
export const KEEPING: KeepingAnswer = {
  KeepDays: null,
  FormerKeepDays: null,
  SetAt: null,
  SetBy: null,
  InForceAt: null,
  IsInForce: false,
  Races: [],
  Total: 0,
  AtOnce: 0,
};

type Answers = Readonly<Record<string, Answer | ((asked: Asked) => Answer | Promise<Answer>)>>;
export const ok = (body?: unknown): Answer => ({ status: 200, body });
export const refused = (status: number, body: object): Answer => ({
  status,
  body: { statusCode: status, ...body },
});

/** Refused the first time over what somebody else has changed; `answer` after that. */
export const changedOnce = (code: RefusalCode, answer: Answer): (() => Answer) => {
  const answers = [refused(418, { message: REFUSALS[code], code })];
  return () => answers.pop() ?? answer;
};

/** Answers by method and path under /api; any other call gets an empty list. `screens`: in place of all of them, over a store with the state of a race. */
export const openAs = (
  role: keyof typeof ROLES,
  path: string,
  answers: Answers = {},
  screens?: ReactElement,
): { user: UserEvent; calls: readonly Asked[]; sent: () => unknown[] } => {
  const calls = answerCalls((asked) => {
    const answer = answers[`${asked.method} ${asked.path.replace('/api', '')}`] ?? ok([]);
    return typeof answer === 'function' ? answer(asked) : answer;
  });
  const { cluId, cluName } = CLUB;
  writeTokens({ accessToken: `h.${window.btoa(JSON.stringify({ Id: ADA.useId }))}.s`, refreshToken: 'r' });
  writeSession({
    user: { id: ADA.useId, name: 'Ada Byron', roles: [{ id: ROLES[role] }], avatar: null },
    club: role === 'admin' ? null : { cluId, cluName, cluLatitude: null, cluLongitude: null },
  });
  render(
    <Provider store={screens === undefined ? createStore() : createRaceStore()}>
      <MemoryRouter initialEntries={[path]}>{screens ?? <Screens />}</MemoryRouter>
    </Provider>,
  );
  return {
    user: userEvent.setup(),
    calls,
    sent: () => calls.filter(({ method }) => method !== 'GET').map(({ body }) => body),
  };
};

export const leave = (): void => {
  cleanup();
  clearCookies();
};

export const button = (name: string): HTMLElement => screen.getByRole('button', { name });
export const field = (label: string): HTMLInputElement => screen.getByLabelText<HTMLInputElement>(label);
/** Whether the page would ask before it goes. */
export const asksBeforeUnload = (): boolean =>
  !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
