import {
  FINISH_RADIUS_M,
  ITALY,
  SAFETY_CAR_DELAY_S,
  type AuthorizeRequest,
  type CategoryAnswer,
  type EventAnswer,
  type EventRequest,
  type InvitationDriverAnswer,
  type LoginAnswer,
} from '@flagpost/contracts';
import { competitorRequest } from '@flagpost/simulator';

/** Calls of the api as one of the demo accounts. */
export interface Caller {
  readonly token: string;
  call<T>(method: string, path: string, body?: unknown): Promise<T>;
  /** What a GET answers, unread. */
  bytes(path: string): Promise<Uint8Array>;
}

const PASSWORD = 'Flagpost1';
const HOUR_MS = 3_600_000;

const askFor = async (url: string, method: string, body: unknown, token?: string): Promise<Response> => {
  const answer = await fetch(url, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${url} was answered ${answer.status}: ${await answer.text()}`);
  return answer;
};

const ask = async <T>(url: string, method: string, body: unknown, token?: string): Promise<T> =>
  (await (await askFor(url, method, body, token)).json()) as T;

export const signIn = async (url: string, name: string): Promise<Caller> => {
  const credentials = { email: `${name}@flagpost.demo`, password: PASSWORD };
  const { accessToken: token } = await ask<LoginAnswer>(`${url}/api/auth/login`, 'POST', credentials);
  return {
    token,
    call: (method, path, body) => ask(`${url}/api/${path}`, method, body, token),
    bytes: async (path) =>
      new Uint8Array(await (await askFor(`${url}/api/${path}`, 'GET', undefined, token)).arrayBuffer()),
  };
};

/** A published, running event with so many authorised cars. @returns its id */
export const makeEvent = async (planner: Caller, name: string, cars: number): Promise<number> => {
  const { catId } = await planner.call<CategoryAnswer>('POST', 'driverCategories/', {
    Name: `Class of ${name}`,
  });
  const event: EventRequest = {
    Name: name,
    Start: new Date(Date.now() - HOUR_MS).toISOString(),
    Finish: new Date(Date.now() + 24 * HOUR_MS).toISOString(),
    CouId: ITALY,
    State: 'Savona',
    City: 'Cairo Montenotte',
    CircuitName: 'Round course',
    Categories: [catId],
    Radius: FINISH_RADIUS_M.default,
    SafetyCarDelay: SAFETY_CAR_DELAY_S.default,
  };
  const { eveId } = await planner.call<EventAnswer>('POST', 'events/', event);
  const ids: number[] = [];
  for (let car = 1; car <= cars; car++) {
    const body = competitorRequest(eveId, catId, {
      number: String(car),
      name: 'Driver',
      surname: `of ${car}`,
      email: `driver${car}.${eveId}@drivers.demo`,
      bloodType: '0+',
      brand: 'Belbo',
      model: 'Sedici',
    });
    const added = await planner.call<InvitationDriverAnswer>(
      'POST',
      'invitations/createInvitationDriver/',
      body,
    );
    ids.push(added.Invitation.Id);
  }
  await planner.call('PATCH', 'invitations/authorized/', {
    Invitations: ids,
    Authorized: 1,
  } satisfies AuthorizeRequest);
  await planner.call('PUT', `events/publish/${eveId}`);
  return eveId;
};
