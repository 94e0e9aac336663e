/** What a program under test tells the process that started it. */
export interface Answer {
  readonly url?: string;
  readonly cpuSeconds?: number;
  readonly rssMb?: number;
}

/** In the process of the program: says where it is reached, answers what is asked of it, and ends when it is told to. */
export const serve = (url: string, stop: () => Promise<void>): void => {
  process.on('message', (asked) => {
    const { user, system } = process.cpuUsage();
    if (asked === 'cpu') process.send?.({ cpuSeconds: (user + system) / 1e6 } satisfies Answer);
    else if (asked === 'memory') process.send?.({ rssMb: process.memoryUsage.rss() / 1e6 } satisfies Answer);
    else void stop().finally(() => process.exit());
  });
  process.send?.({ url } satisfies Answer);
};
