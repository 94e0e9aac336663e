import { FIELD_TEXTS, loginFormRules, ROLES, type LoginAnswer, type LoginRequest } from '@flagpost/contracts';
import type { AppThunk } from '../../app/store.js';
import { failureText } from '../../shared/api.js';
import { clearCookies, writeSession, writeTokens } from '../../shared/session/cookies.js';
import { sessionOpened } from '../../shared/session/slice.js';
import { TEXTS } from '../../shared/texts.js';
import { identityApi } from './api.js';

export interface LoginFaults {
  email?: string;
  password?: string;
  /** Said of both fields together. */
  form?: string;
}

/** What the form says before anything is sent; null: it may be sent. */
export const loginFaults = ({ email, password }: LoginRequest): LoginFaults | null => {
  const faults: LoginFaults = {
    ...(email === '' && { email: FIELD_TEXTS.email }),
    ...(password === '' && { password: FIELD_TEXTS.password }),
  };
  if (Object.keys(faults).length > 0) return faults;
  return loginFormRules.email(email) && loginFormRules.password(password)
    ? null
    : { form: FIELD_TEXTS.credentialsTooShort };
};

const open =
  (answer: LoginAnswer): AppThunk<Promise<void>> =>
  async (dispatch) => {
    writeTokens(answer);
    const isAdmin = answer.roles.some(({ id }) => id === ROLES.admin);
    const club = isAdmin ? null : await dispatch(identityApi.endpoints.myClub.initiate(null)).unwrap();
    const user = {
      id: answer.id,
      name: `${answer.name} ${answer.surname}`,
      roles: answer.roles,
      avatar: null,
    };
    writeSession({ user, club });
    dispatch(sessionOpened({ user, club }));
  };

/** Answers null when the session is open, else what to tell the person. */
export const logIn =
  (credentials: LoginRequest): AppThunk<Promise<string | null>> =>
  async (dispatch) => {
    try {
      const answer = await dispatch(identityApi.endpoints.login.initiate(credentials)).unwrap();
      if (answer.passwordChangeNeeded === true) return TEXTS.login.passwordChangeNeeded;
      await dispatch(open(answer));
      return null;
    } catch (error) {
      clearCookies();
      return failureText(error);
    }
  };
