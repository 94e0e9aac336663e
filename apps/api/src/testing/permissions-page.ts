import { PERMISSIONS, ROLES, type Action, type Actor } from '@flagpost/contracts';
import {
  answerOf,
  CALLER_NAMES,
  CALLERS,
  joinOf,
  type Answer,
  type Call,
  type CallerName,
} from './callers.js';

/** docs/permissions.md, from the permission table and the description of the api. */

const CLUB = { clubId: 1, userId: 1 };
/** The page describes no stored accounts: ids are only compared. */
const actorOf = (name: CallerName): Actor | null => {
  const kind = CALLERS[name];
  if (kind === null) return null;
  const clubId = { own: 1, other: 2, none: null }[kind.club];
  return { userId: 2, roles: [ROLES[kind.role]], clubId };
};

const table = (heads: readonly string[], rows: readonly (readonly string[])[]): string => {
  const widths = heads.map((head, column) =>
    Math.max(3, ...[heads, ...rows].map((row) => (row[column] ?? head).length)),
  );
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [line(heads), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
};

const code = (text: string): string => `\`${text}\``;

const HOLDERS = {
  recovery: 'whoever holds the token of a mailed code, once',
  firstAccess: 'whoever holds the token of a first access',
} as const;

const who = (action: Action): string => {
  const { public: open, bearer, roles, self } = PERMISSIONS[action];
  if (open === true) return 'everybody';
  if (bearer !== undefined) return HOLDERS[bearer];
  const named = roles?.join(', ');
  if (self === undefined) return named ?? '';
  return [named, `${self.join(', ')} for themselves`].filter((part) => part !== undefined).join('; ');
};

const where = (action: Action): string => {
  const { ownClub, past } = PERMISSIONS[action];
  const until = past === undefined ? '' : 'until the event is over';
  const later = Array.isArray(past) ? `, then ${past.join(', ')}` : '';
  return [ownClub === true ? 'own club' : '', until + later].filter((part) => part !== '').join(', ');
};

/** What an answer is about. */
const onWhat = ({ action, reach, about }: Call): string => {
  const { public: open, bearer, self, ownClub } = PERMISSIONS[action];
  if (open === true) return '';
  if (bearer !== undefined) return 'the token’s account';
  if (about === 'themselves') return 'their own account';
  if (self !== undefined) return 'another’s account';
  if (reach === 'theirs') return 'what is theirs';
  if (reach === 'ownClub') return 'their club';
  return ownClub === true ? 'the club’s' : '';
};

const cell = (answer: Answer): string => (answer === 'done' ? '2xx' : String(answer));

const rowOf = (call: Call): string[] => [
  code(call.operation),
  code(call.action),
  onWhat(call),
  ...CALLER_NAMES.map((name) => cell(answerOf(call, actorOf(name), CLUB))),
];

const callsUnder = (calls: readonly Call[]): string[] =>
  [...new Set(calls.map(({ tag }) => tag))].sort().map((tag) => {
    const rows = calls.filter((call) => call.tag === tag).map(rowOf);
    return `### ${tag}\n\n${table(['call', 'action', 'on', ...CALLER_NAMES], rows)}`;
  });

const joined = (name: CallerName): string => {
  const answer = joinOf(actorOf(name), CLUB);
  return answer === true ? 'joined' : String(answer);
};

export const permissionsPage = (calls: readonly Call[]): string => {
  const actions = Object.keys(PERMISSIONS) as Action[];
  return `# Who may do what

Written from the permission table (\`libs/contracts/src/permissions.ts\`) and from the description that the api gives of
itself (\`/api/docs-json\`, where every operation names its line of the table as \`x-permission\`). A spec,
\`apps/api/src/access/every-call.spec.ts\`, makes every call below as each of the seven callers against the real api,
compares the answers with this page, and sees that whoever is refused leaves nothing in the event log. After a change of
the table or of a route, write the page again:

\`\`\`
WRITE_PAGES=1 npm test -- --testPathPatterns every-call
\`\`\`

## The table

'Own club': what is acted on must belong to the club of who asks. Administrators are of no club and reach every one. What
ends with its event answers 418 from then on, to whoever might have done it before.

${table(
  ['action', 'who', 'where'],
  actions.map((action) => [code(action), who(action), where(action)]),
)}

\`health.details\` is no call of its own: \`GET /health\` tells them of the parts and not only the status.

## Every call

Of seven callers: nobody signed in; a driver, a viewer, a director and a planner of the club that everything asked for
belongs to; a planner of another club; an administrator. A driver cannot sign in: what is answered is what a token would
get that said so.

- 2xx: it is done. 'What is theirs': of the caller's own club, for administrators of every club; the other planner is
  answered with nothing of this one, and what they make becomes their own club's.
- 401: nobody is signed in. 403: not by this role, or not to another club's thing. 404: it is not there, or is not to be
  known to be.
- What is done on 'the token’s account' is done with the token that was made for it (2xx), and with no session.

${callsUnder(calls).join('\n\n')}

## The race's socket

Joining an event's room (\`race.watch\`), after which its cars, flags and alerts are sent:

${table([...CALLER_NAMES], [CALLER_NAMES.map(joined)])}

Devices do not call this api: their doors, each with a token of its own, are telemetry-ingest's (see
[wire.md](wire.md)).
`;
};
