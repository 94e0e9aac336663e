/**
 * The output of the failed tasks of `nx run-many`; all output if nx names no failed task.
 *
 * @param {{ out: string, err: string }} output of nx, in the style `static`
 */
export const failuresIn = ({ out, err }) => {
  const failed = [...err.matchAll(/^- (\S+:build)$/gm)].map(([, task]) => task);
  const written = out.split(/^(?=> nx run )/m).filter((part) => failed.includes(taskOf(part)));
  return written.length > 0 ? `${written.join('')}Failed: ${failed.join(', ')}\n` : `${out}${err}`;
};

const taskOf = (part) => /^> nx run (\S+)/.exec(part)?.[1] ?? '';
