/** Changes of a map while its race runs. Metres arrive as whole numbers, kilometres with two decimals. */
export const english = {
  raceChange: {
    /** Before and after, each part of one line. */
    finish: {
      placed: 'finish placed',
      moved: (metres: number): string => `finish moved by ${metres} m`,
      removed: 'finish removed',
    },
    start: {
      placed: 'start placed',
      moved: (metres: number): string => `start moved by ${metres} m`,
      removed: 'start removed',
    },
    boxes: { placed: 'boxes drawn', moved: 'boxes changed', removed: 'boxes removed' },
    line: {
      placed: (after: string): string => `line of ${after} km drawn`,
      moved: (before: string, after: string): string => `line ${before} km → ${after} km`,
      redrawn: (km: string): string => `line drawn anew, ${km} km as before`,
      removed: (before: string): string => `line of ${before} km removed`,
    },
    timing: {
      start: 'laps run from start to finish now',
      finish: 'laps run from finish to finish now',
    },

    /** Consequences for laps. The race engine is held to them by `libs/telemetry/src/engine/moved-gates.spec.ts`. */
    effects: {
      atOnce: 'The race is running: what you save takes effect at once. Laps that were counted stay.',
      finishPlaced: 'Laps are counted at the finish from now on.',
      finishMoved:
        'A lap under way keeps its beginning and ends at the new finish. A car that has passed the former finish and not yet the new one counts a short lap; a car that has passed the new one and not yet the former one counts none until it comes round.',
      finishRemoved: 'Without a finish no lap is counted from now on.',
      startTimed:
        'Runs that begin from now on are timed from the new start. A run under way keeps the time at which it left the former one.',
      startIgnored: 'The start changes nothing for laps: they run from finish to finish.',
      timedFromStart:
        'Start and finish are more than two radii apart: laps are runs from start to finish from now on. A lap under way keeps its beginning.',
      timedFromFinish:
        "Laps run from finish to finish from now on. A run under way counts as a lap at the finish, unless it is the car's first one.",
      line: 'The line counts no laps: the finish does. Kilometers and the stretches of sectors follow the new line.',
      boxes:
        'Boxes count no laps. A car that stops inside them raises no caution from now on; outside it does.',
      boxesRemoved: 'Boxes count no laps. Without boxes every car that stops raises a caution.',
    },
  },
} as const;
