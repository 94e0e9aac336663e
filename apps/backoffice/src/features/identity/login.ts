import {
  loginFormRules,
  ROLES,
  type FirstAccessAnswer,
  type LoginAnswer,
  type LoginRequest,
} from '@flagpost/contracts';
import type { AppThunk } from '../../shared/store.js';
import { failureText, errorKindOf } from '../../shared/failures.js';
import { claimsOf, clearCookies, writeSession, writeTokens } from '../../shared/session/cookies.js';
import { sessionOpened } from '../../shared/session/slice.js';
import { RULES } from '../../shared/texts/rules.js';
import { identityApi } from './api.js';

export interface LoginFaults {
  email?: string;
  password?: string;
  /** Said of both fields together. */
  form?: string;
}

/** The form's faults before anything is sent; null: it may be sent. */
export const loginFaults = ({ email, password }: LoginRequest): LoginFaults | null => {
  const faults: LoginFaults = {
    ...(email === '' && { email: RULES.fields.email }),
    ...(password === '' && { password: RULES.fields.password }),
  };
  if (Object.keys(faults).length > 0) return faults;
  return loginFormRules.email(email) && loginFormRules.password(password)
    ? null
    : { form: RULES.fields.credentialsTooShort };
};

/** Begins the session of an answer. */
export const openSession =
  (answer: LoginAnswer): AppThunk<Promise<void>> =>
  async (dispatch) => {
    writeTokens(answer);
    const isAdmin = answer.roles.some(({ id }) => id === ROLES.admin);
    const club = isAdmin ? null : await dispatch(identityApi.endpoints.myClub.initiate(null)).unwrap();
    const user = {
      id: answer.id,
      name: `${answer.name} ${answer.surname}`,
      roles: answer.roles,
      avatar: claimsOf(answer.accessToken)?.Avatar ?? null,
    };
    writeSession({ user, club });
    dispatch(sessionOpened({ user, club }));
  };

/** The first password is to be chosen before anything else, with the token of this answer. */
export type FirstAccess = Pick<FirstAccessAnswer, 'userId' | 'accessToken'>;

const isFirstAccess = (answer: LoginAnswer | FirstAccessAnswer): answer is FirstAccessAnswer =>
  answer.passwordChangeNeeded === true;

/** How often a sign-in is sent again while too many others are under way, and after how long at least. */
const BUSY_REPEATS = 5;
const BUSY_PAUSE_MS = 1_000;

const askToLogIn =
  (credentials: LoginRequest): AppThunk<Promise<LoginAnswer | FirstAccessAnswer>> =>
  async (dispatch) => {
    for (let repeats = 0; ; repeats++) {
      try {
        return await dispatch(identityApi.endpoints.login.initiate(credentials)).unwrap();
      } catch (error) {
        if (repeats === BUSY_REPEATS || errorKindOf(error) !== 'busy') throw error;
        // Not all of them at the same moment again.
        await new Promise((resolve) => setTimeout(resolve, BUSY_PAUSE_MS * (1 + Math.random())));
      }
    }
  };

/** Nobody is logged in, and why; `isLimited`: a browser that the account knows would have been heard. */
export interface Refused {
  refusal: string;
  isLimited: boolean;
}

/** Answers null when the session is open, why it is not, or that this is their first access. */
export const logIn =
  (credentials: LoginRequest): AppThunk<Promise<Refused | FirstAccess | null>> =>
  async (dispatch) => {
    try {
      const answer = await dispatch(askToLogIn(credentials));
      if (isFirstAccess(answer)) return answer;
      await dispatch(openSession(answer));
      return null;
    } catch (error) {
      clearCookies();
      return {
        refusal: failureText(error),
        isLimited: errorKindOf(error) === 'limited' || errorKindOf(error) === 'busy',
      };
    }
  };
