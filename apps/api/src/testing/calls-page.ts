import type { Call } from './callers.js';
import { SPECIFIED_CALLS, type SpecifiedCall } from './specified-calls.js';

/** docs/calls.md, as the specification's calls and the description of the api have it. */

/** The spec that makes every call as every kind of caller. */
const EVERY_CALL = 'access/every-call.spec.ts';

/** As calls are compared: without the names of parameters, and without a slash at the end. */
const plain = (call: string): string => call.replaceAll(/\{\w+\}/g, '{}').replace(/\/$/, '');

const table = (heads: readonly string[], rows: readonly (readonly string[])[]): string => {
  const widths = heads.map((head, column) =>
    Math.max(...[heads, ...rows].map((row) => (row[column] ?? head).length)),
  );
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [line(heads), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
};

const code = (text: string): string => `\`${text}\``;

const routeOf = (calls: readonly Call[], call: string): Call | undefined =>
  calls.find(({ operation }) => plain(operation) === plain(call));

/** Those that are neither built nor planned; there are none. */
export const forgotten = (calls: readonly Call[]): string[] =>
  SPECIFIED_CALLS.filter(
    ([, call, , built]) => routeOf(calls, call) === undefined && built?.issue === undefined,
  ).map(([, call]) => call);

const builtRows = (calls: readonly Call[], specified: readonly SpecifiedCall[]): string[][] =>
  specified.flatMap(([, call, purpose, built]) => {
    const route = routeOf(calls, call);
    if (route === undefined) return [];
    const spec = built?.spec ?? EVERY_CALL;
    return [[code(call), purpose, code(route.operation), code(route.action), code(spec)]];
  });

const openRows = (calls: readonly Call[], specified: readonly SpecifiedCall[]): string[][] =>
  specified.flatMap(([document, call, purpose, built]) =>
    routeOf(calls, call) === undefined
      ? [[code(call), purpose, document, built?.issue == null ? 'none' : `issue ${built.issue}`]]
      : [],
  );

export const callsPage = (calls: readonly Call[]): string => {
  const of = (document: string) => SPECIFIED_CALLS.filter(([each]) => each === document);
  const heads = ['call', 'for', 'route', 'right', 'spec'];
  return `# The calls of the specification

Each call that a specification document names, its route under \`/api\`, the line of the permission table that it needs (see
[permissions](permissions.md)), and the spec under \`apps/api/src\` that makes it. \`${EVERY_CALL}\` makes every
one of them as each of seven callers. Paths that the documents do not show are chosen in
[0072](decisions/0072-the-lists-behind-the-choices.md). A slash at the end makes no difference.

Written from \`apps/api/src/testing/specified-calls.ts\` and from the description that the api gives of itself. After a change
of either, write the page again:

\`\`\`
WRITE_PAGES=1 npm test -- --testPathPatterns specified-calls
\`\`\`

## Document 000

${table(heads, builtRows(calls, of('000')))}

## Document 001

${table(heads, builtRows(calls, of('001')))}

## Not built yet

${table(['call', 'for', 'document', 'built by'], openRows(calls, SPECIFIED_CALLS))}
`;
};
