/** Texts that the specification prescribes are verbatim. */
export const english = {
  trackImport: {
    choose: 'Choose a file',
    another: 'Choose another file',
    drop: 'KML, KMZ, GPX or GeoJSON, up to 25 MB. You can also drop it here.',
    reading: 'Uploading and reading the file...',
    failed: 'An error occurred trying to decode the file',
    found: (lines: number, points: number): string => `Lines and areas: ${lines}. Points: ${points}.`,
    thinned: (points: number, kept: number, metres: string): string =>
      `Of ${points} points ${kept} are kept, as an event has no more. No point that was left out is farther than ${metres} m from its line.`,
    links: (count: number): string =>
      count === 1
        ? 'A reference to another file was not followed.'
        : `${count} references to other files were not followed.`,
    map: 'Map of the file',
    mapKeys: 'Arrow keys move the map, plus and minus zoom it. What is to be imported is chosen in the list.',
    shapes: 'What the file holds',
    nameless: 'Without a name',
    size: (points: number, km: string): string => `${points} points, ${km} km`,
    becomes: (name: string): string => `What becomes of ${name}`,
    show: (name: string): string => `Show ${name} on the map`,
    purposes: {
      track: 'Track',
      boxes: 'Boxes',
      start: 'Start',
      finish: 'Finish',
      poi: 'Point of interest',
      nothing: 'Not imported',
    },
    allLines: 'All lines as track',
    noLines: 'No lines',
    allPoints: 'All points as points of interest',
    noPoints: 'No points',
    gates: 'Start and finish at the ends of the first track: the file has none',
    replaces: 'Remove the polylines that are drawn already',
    tooMany: {
      lines: (most: number): string => `An event has at most ${most} polylines: choose fewer.`,
      pois: (most: number): string => `An event has at most ${most} points of interest: choose fewer.`,
    },
    submit: 'Import',
  },
} as const;
