import { ROLES, type LoginAnswer, type RoleName } from '@flagpost/contracts';
import type { Harness, Requests } from './harness.js';

/** Credentials of specs. */
export const PASSWORD = 'Flagpost1';

export interface Member {
  readonly userId: number;
  readonly email: string;
  readonly as: Requests;
  readonly session: LoginAnswer;
}

/** Accounts of a club, or of none, with real sessions. */
export const accountsOf = (harness: Harness) => {
  const logIn = (email: string, password = PASSWORD) =>
    harness.with(null).post('/auth/login', { email, password });
  const add = (
    email: string,
    role: RoleName | readonly RoleName[],
    clubId: number | null,
    temporaryPassword = false,
  ): Promise<number> =>
    harness.api.accounts.ensure({
      email,
      password: PASSWORD,
      name: 'Ada',
      surname: 'Rossi',
      roles: [role].flat().map((name) => ROLES[name]),
      clubId,
      temporaryPassword,
    });
  const member = async (email: string, role: RoleName, clubId: number | null): Promise<Member> => {
    const userId = await add(email, role, clubId);
    const session = (await logIn(email)).body as LoginAnswer;
    return { userId, email, session, as: harness.with(session.accessToken) };
  };
  return { add, logIn, member };
};
