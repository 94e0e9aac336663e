/** Reads a program's Prometheus metrics, keyed by series. */
export const readMetrics = async (metricsUrl: string): Promise<Map<string, number>> => {
  const text = await (await fetch(metricsUrl)).text();
  return new Map(
    text
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
  );
};

/** The values of all series of one metric. */
export const valuesOf = (metrics: ReadonlyMap<string, number>, name: string): number[] =>
  [...metrics].flatMap(([series, value]) =>
    series === name || series.startsWith(`${name}{`) ? [value] : [],
  );
