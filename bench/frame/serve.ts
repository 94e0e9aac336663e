/** A message from a program under test to the process that started it. */
export interface Answer {
  readonly url?: string;
  readonly cpuSeconds?: number;
  readonly rssMb?: number;
}

/** Runs in the program's process: sends its URL, answers requests, and ends on request. */
export const serve = (url: string, stop: () => Promise<void>): void => {
  process.on('message', (asked) => {
    const { user, system } = process.cpuUsage();
    if (asked === 'cpu') process.send?.({ cpuSeconds: (user + system) / 1e6 } satisfies Answer);
    else if (asked === 'memory') process.send?.({ rssMb: process.memoryUsage.rss() / 1e6 } satisfies Answer);
    else void stop().finally(() => process.exit());
  });
  process.send?.({ url } satisfies Answer);
};
