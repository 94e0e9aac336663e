/**
 * Pictures of docs/performance.md as SVG, from bench/results: curves of the median of the rounds, with a line from the lowest to
 * the highest, and bars of what a figure consists of.
 */

const WIDTH = 520;
const HEIGHT = 300;
const PLOT = { left: 62, right: 16, top: 48, bottom: 44 };

/**
 * One picture each: a figure of a bench over a number of its load. A line is a side, or what a side tells beside its figure.
 *
 * @typedef {{ bench: string, by: string, title: string, x: string, y: string,
 *   lines: { side: 'ours' | 'theirs', of?: string, name: string }[] }} Curve
 * @type {Readonly<Record<string, Curve>>}
 */
export const CURVES = {
  'arrivals-cpu': {
    bench: 'arrivals',
    by: 'devices',
    title: 'A fix of a device with a connection of its own',
    x: 'devices, once a second each',
    y: 'CPU µs a fix',
    lines: [
      { side: 'ours', name: 'the standalone' },
      { side: 'theirs', name: 'a server that only answers' },
    ],
  },
  'arrivals-waits': {
    bench: 'arrivals',
    by: 'devices',
    title: 'How long a fix takes, p99',
    x: 'devices, once a second each',
    y: 'ms',
    lines: [
      { side: 'ours', of: 'acknowledgement p99, ms', name: 'to its acknowledgement' },
      { side: 'ours', of: 'device to screen p99, ms', name: 'to the screen' },
    ],
  },
  'slow-disk': {
    bench: 'slow-disk',
    by: 'delayMs',
    title: 'While every sync takes longer, 1,000 devices, p99',
    x: 'ms that a sync takes longer',
    y: 'ms',
    lines: [
      { side: 'ours', name: 'from frame to frame' },
      { side: 'ours', of: 'health p99, ms', name: 'health' },
      { side: 'ours', of: 'acknowledgement p99, ms', name: 'acknowledgement' },
    ],
  },
  engine: {
    bench: 'engine',
    by: 'cars',
    title: 'The live race engine',
    x: 'cars in 8 events',
    y: 'fixes per CPU-second',
    lines: [
      { side: 'ours', name: 'the engine' },
      { side: 'theirs', name: 'JSON.parse of the same fixes' },
    ],
  },
  'ingest-embedded': {
    bench: 'ingest-embedded',
    by: 'cars',
    title: 'telemetry-ingest over files',
    x: 'cars in 8 events',
    y: 'fixes per CPU-second',
    lines: [
      { side: 'ours', name: 'telemetry-ingest' },
      { side: 'theirs', name: 'raw storing, reading, parsing' },
    ],
  },
  'fan-out': {
    bench: 'fan-out',
    by: 'viewers',
    title: 'Frames of 1,000 cars to viewers',
    x: 'viewers',
    y: 'positions per CPU-second',
    lines: [
      { side: 'ours', name: 'the gateway' },
      { side: 'theirs', name: 'ws: bytes that lie ready' },
    ],
  },
};

/**
 * A bar for each load, of what ours tells beside its figure.
 *
 * @typedef {{ bench: string, by: string, title: string, x: string, y: string, parts: readonly string[],
 *   of: (part: string) => string }} Bars
 * @type {Readonly<Record<string, Bars>>}
 */
export const BARS = {
  'arrivals-parts': {
    bench: 'arrivals',
    by: 'sampledDevices',
    title: 'What a fix of a device consists of',
    x: 'µs in which threads were busy, a fix',
    y: 'devices',
    parts: [
      'http',
      'door',
      'commit',
      'topic',
      'engine',
      'history',
      'frames',
      'views',
      'garbage',
      'native',
      'rest',
    ],
    of: (part) => `part ${part}, µs`,
  },
};

const STYLE = `
  text { font: 12px system-ui, sans-serif; fill: #1f2328 }
  .title { font-weight: 600; font-size: 13px }
  .grid { stroke: #d1d9e0 }
  .line { fill: none; stroke-width: 2 }
  .s0 { stroke: #0969da } .f0 { fill: #0969da }
  .s1 { stroke: #9a6700 } .f1 { fill: #9a6700 }
  .s2 { stroke: #1a7f37 } .f2 { fill: #1a7f37 }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3 }
    .grid { stroke: #3d444d }
    .s0 { stroke: #58a6ff } .f0 { fill: #58a6ff }
    .s1 { stroke: #d29922 } .f1 { fill: #d29922 }
    .s2 { stroke: #3fb950 } .f2 { fill: #3fb950 }
  }`;

const UNITS = [
  [1e6, 'M'],
  [1e3, 'k'],
  [1, ''],
];

const short = (value) => {
  const [unit = 1, name = ''] = UNITS.find(([size]) => value >= size) ?? [];
  return `${Number((value / unit).toPrecision(3))}${name}`;
};

/** 1, 2 and 5 of each power of ten, from at most `low` to at least `high`. */
const ticksOf = (low, high) => {
  const all = [];
  for (let power = Math.floor(Math.log10(low)); power <= Math.ceil(Math.log10(high)); power++)
    for (const digit of [1, 2, 5]) all.push(Number((digit * 10 ** power).toPrecision(1)));
  const from = all.findLastIndex((tick) => tick <= low);
  const to = all.findIndex((tick) => tick >= high);
  const ticks = all.slice(from, to + 1);
  const isPower = (tick) => /^0?\.?0*1/.test(`${tick}`);
  return ticks.length <= 9
    ? ticks
    : ticks.filter((tick, index) => index === 0 || isPower(tick) || index === ticks.length - 1);
};

/** Logarithmic: from the range of `ticks` to the range from `start` to `end`. */
const scaleOf = (ticks, start, end) => {
  const [low, high] = [Math.log(ticks[0]), Math.log(ticks.at(-1))];
  return (value) => Number((start + ((Math.log(value) - low) / (high - low)) * (end - start)).toFixed(1));
};

const svgOf = (title, height, parts) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${title}">
<style>${STYLE}
</style>
${parts.join('\n')}
</svg>
`;

const spreadOf = (comparison, { side, of }) =>
  of === undefined ? comparison[side] : comparison[side]?.also?.[of];

/** The comparisons that differ from the first by this number of the load alone, in its order. */
const alongOf = (comparisons, by) => {
  const [own] = comparisons.filter(({ load }) => load?.[by] !== undefined);
  const isAlong = ({ load, theirs }) =>
    load !== undefined &&
    theirs?.what === own.theirs?.what &&
    Object.keys(load).every((name) => name === by || load[name] === own.load[name]);
  return own === undefined
    ? []
    : comparisons.filter(isAlong).toSorted((one, other) => one.load[by] - other.load[by]);
};

/**
 * @param {Curve} curve
 * @param {object[]} comparisons of its bench, its own first
 * @returns {string | null} null if there are fewer than two points
 */
export const drawn = (curve, comparisons) => {
  const points = alongOf(comparisons, curve.by);
  if (points.length < 2) return null;
  const series = curve.lines.map((line) =>
    points.flatMap((point) => {
      const spread = spreadOf(point, line);
      return spread === undefined ? [] : [{ at: point.load[curve.by], ...spread }];
    }),
  );
  const all = series.flat();
  const xs = ticksOf(points[0].load[curve.by], points.at(-1).load[curve.by]);
  const ys = ticksOf(
    Math.min(...all.map(({ lowest }) => lowest)),
    Math.max(...all.map(({ highest }) => highest)),
  );
  const [bottom, right] = [HEIGHT - PLOT.bottom, WIDTH - PLOT.right];
  const x = scaleOf(xs, PLOT.left, right);
  const y = scaleOf(ys, bottom, PLOT.top + 16);
  const parts = [
    `<text class="title" x="${PLOT.left}" y="18">${curve.title}</text>`,
    ...ys.map(
      (tick) =>
        `<path class="grid" d="M${PLOT.left} ${y(tick)}H${right}"/>` +
        `<text x="${PLOT.left - 6}" y="${y(tick) + 4}" text-anchor="end">${short(tick)}</text>`,
    ),
    ...xs.map(
      (tick) =>
        `<path class="grid" d="M${x(tick)} ${PLOT.top + 16}V${bottom}"/>` +
        `<text x="${x(tick)}" y="${bottom + 16}" text-anchor="middle">${short(tick)}</text>`,
    ),
    `<text x="${right}" y="${HEIGHT - 8}" text-anchor="end">${curve.x}</text>`,
    `<text x="${right}" y="18" text-anchor="end">${curve.y}</text>`,
    ...series.flatMap((line, index) => [
      `<path class="line s${index}" d="M${line.map(({ at, median }) => `${x(at)} ${y(median)}`).join('L')}"/>`,
      ...line.map(
        ({ at, median, lowest, highest }) =>
          `<path class="s${index}" d="M${x(at)} ${y(lowest)}V${y(highest)}"/>` +
          `<circle class="f${index}" cx="${x(at)}" cy="${y(median)}" r="3.5"/>`,
      ),
    ]),
    ...legendOf(curve.lines),
  ];
  return svgOf(curve.title, HEIGHT, parts);
};

/** By hue, so that neighbours differ. */
const PALETTE = [
  '#8b949e',
  '#0969da',
  '#cf222e',
  '#bf8700',
  '#1a7f37',
  '#8250df',
  '#1b7c83',
  '#bf3989',
  '#6e7781',
  '#57606a',
  '#afb8c1',
];
const BAR = { height: 26, gap: 18 };

/**
 * @param {Bars} bars
 * @param {object[]} comparisons of its bench, its own first
 * @returns {string | null} null if nothing was measured
 */
export const stacked = (bars, comparisons) => {
  const points = alongOf(comparisons, bars.by);
  if (points.length === 0) return null;
  const partsOf = ({ ours }) => bars.parts.map((part) => ours.also?.[bars.of(part)]?.median ?? 0);
  const totalOf = (point) => partsOf(point).reduce((sum, part) => sum + part, 0);
  const most = Math.max(...points.map(totalOf));
  const perUnit = (WIDTH - PLOT.left - PLOT.right - 40) / most;
  const top = 76;
  const height = top + points.length * (BAR.height + BAR.gap) + 24;
  const barOf = (point, index) => {
    const y = top + index * (BAR.height + BAR.gap);
    let x = PLOT.left;
    const segments = partsOf(point).map((part, at) => {
      const width = part * perUnit;
      const segment =
        `<rect x="${x.toFixed(1)}" y="${y}" width="${width.toFixed(1)}" height="${BAR.height}" fill="${PALETTE[at]}">` +
        `<title>${bars.parts[at]}: ${short(part)}</title></rect>`;
      x += width;
      return segment;
    });
    const middle = y + BAR.height / 2 + 4;
    return [
      `<text x="${PLOT.left - 6}" y="${middle}" text-anchor="end">${short(point.load[bars.by])}</text>`,
      ...segments,
      `<text x="${(x + 6).toFixed(1)}" y="${middle}">${short(totalOf(point))}</text>`,
    ];
  };
  let at = PLOT.left;
  let line = LEGEND_Y;
  const legend = bars.parts.map((part, index) => {
    const width = Math.round(16 + part.length * LETTER + 14);
    if (at + width > WIDTH - PLOT.right) [at, line] = [PLOT.left, line + 20];
    const entry =
      `<rect x="${at}" y="${line - 10}" width="11" height="11" fill="${PALETTE[index]}"/>` +
      `<text x="${at + 16}" y="${line}">${part}</text>`;
    at += width;
    return entry;
  });
  const parts = [
    `<text class="title" x="${PLOT.left}" y="18">${bars.title}</text>`,
    ...legend,
    ...points.flatMap(barOf),
    `<text x="${PLOT.left - 6}" y="${height - 8}" text-anchor="end">${bars.y}</text>`,
    `<text x="${WIDTH - PLOT.right}" y="${height - 8}" text-anchor="end">${bars.x}</text>`,
  ];
  return svgOf(bars.title, height, parts);
};

const LEGEND_Y = 38;
/** What a letter of the legend takes, about. */
const LETTER = 6.2;

const legendOf = (lines) => {
  let at = PLOT.left;
  return lines.map(({ name }, index) => {
    const entry =
      `<path class="line s${index}" d="M${at} ${LEGEND_Y - 4}h16"/>` +
      `<text x="${at + 21}" y="${LEGEND_Y}">${name}</text>`;
    at += Math.round(21 + name.length * LETTER + 16);
    return entry;
  });
};
