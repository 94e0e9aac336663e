import { connect, type Socket } from 'node:net';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '@flagpost/api';
import { browserMarkCookie, ROLES, type LoginAnswer } from '@flagpost/contracts';
import { exchange } from './http.ts';

/** People who sign in again as soon as they are in, half of them from known browsers. */
export interface SigningIn {
  /** Ends; returns how many sign-ins were answered with tokens and how many with 429. */
  stop(): Promise<{ readonly done: number; readonly refused: number }>;
}

const PAUSE_MS = 1_000;
/** Drivers cannot sign in. */
const STAFF = DEMO_ACCOUNTS.filter(({ roles }) => !roles.includes(ROLES.driver));

/** The mark that a browser gets when it signs in. */
const markOf = async (url: string, email: string): Promise<string> => {
  const response = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ email, password: DEMO_PASSWORD }),
  });
  const { id } = (await response.json()) as LoginAnswer;
  const name = browserMarkCookie(id);
  const mark = response.headers.getSetCookie().find((line) => line.startsWith(`${name}=`));
  if (mark === undefined) throw new Error(`A browser that signs in as ${email} gets no mark.`);
  return mark.slice(0, mark.indexOf(';'));
};

const loginOf = (email: string, cookie: string | null): Buffer => {
  const body = JSON.stringify({ email, password: DEMO_PASSWORD });
  return Buffer.from(
    `POST /api/auth/login HTTP/1.1\r\nHost: 127.0.0.1\r\n${cookie === null ? '' : `Cookie: ${cookie}\r\n`}` +
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
};

export const startSigningIn = async (url: string, people: number): Promise<SigningIn> => {
  const { hostname, port } = new URL(url);
  let isOver = false;
  const told = { done: 0, refused: 0 };
  const signIn = async (socket: Socket, request: Buffer): Promise<void> => {
    while (!isOver) {
      const status = await exchange(socket, request, (each) => each === 200 || each === 429);
      if (status === 200) told.done++;
      else {
        told.refused++;
        // As the client does.
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * (1 + Math.random())));
      }
    }
    socket.destroy();
  };
  const requests: Buffer[] = [];
  for (let person = 0; person < people; person++) {
    const { email } = STAFF[person % STAFF.length] ?? { email: '' };
    requests.push(loginOf(email, person % 2 === 0 ? await markOf(url, email) : null));
  }
  const work = requests.map(async (request) => {
    const socket = connect(Number(port), hostname).setNoDelay(true).setEncoding('latin1');
    await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
    return signIn(socket, request);
  });
  const over = Promise.all(work);
  // `stop` rejects with a failure, after which the server under test is stopped too.
  over.catch(() => undefined);
  return {
    async stop() {
      isOver = true;
      await over;
      return told;
    },
  };
};
