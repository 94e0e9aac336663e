/** Texts that the specification prescribes are verbatim. */
export const english = {
  sectors: {
    title: 'Sectors',
    of: (event: string): string => `Sectors of ${event}`,
    search: 'Search sector',
    create: 'New sector',
    details: 'Sector Details',
    name: (number: number): string => `Sector ${number}`,
    heads: { number: 'Number', kilometres: 'Km', stretch: 'Stretch', picture: 'Image' },
    empty: 'No sectors found.',
    noTrack: 'The event has no track yet. Draw it first.',
    footer: (first: number, last: number, total: number): string =>
      `Showing ${first} to ${last} of ${total} sectors`,
    remove: 'Delete sector',
    created: 'Sector Created',
    updated: 'Sector Updated',
    deleted: 'Sector Deleted',
    pictureOf: (number: number): string => `Image of sector ${number}`,
    map: 'Map of the sectors',

    fields: { number: 'Number', kilometres: 'Kilometers', picture: 'Image', stretch: 'Stretch' },
    upload: 'Upload',
    fromMap: 'From the map',

    onTrack: 'On the track',
    noStretch: 'None',
    offLine: (metres: string): string => `${metres} m off the track`,
    choose: 'Choose on the map',
    setAgain: 'Set again',
    without: 'Remove the stretch',
    kilometres: (kilometres: string): string => `${kilometres} km`,

    stretch: {
      title: 'Stretch of the sector',
      lead: 'Press where the sector begins on the track, then where it ends. Or type meters along the track.',
      from: 'Begins at (meters)',
      to: 'Ends at (meters)',
      next: { from: 'Press where the sector begins.', to: 'Press where the sector ends.' },
      map: 'Map to choose the stretch',
      keys: 'Arrow keys move the map, plus and minus zoom, Enter sets the gate at the middle of the map.',
      done: 'Use this stretch',
      failed: 'The map cannot be shown. Type the meters instead.',
    },

    divide: {
      open: 'Divide the track',
      title: 'Divide the track into sectors',
      count: 'Number of sectors',
      range: (least: number, most: number): string => `A whole number from ${least} to ${most}.`,
      each: (kilometres: string): string => `${kilometres} km each, with images from the map.`,
      replaces: (count: number): string =>
        count === 1 ? 'The sector that exists is deleted.' : `The ${count} sectors that exist are deleted.`,
      start: 'Divide',
      progress: (done: number, of: number): string => `${done} of ${of}`,
      done: (count: number): string => (count === 1 ? '1 sector created' : `${count} sectors created`),
      stopped: (done: number, of: number): string => `${done} of ${of} sectors were created.`,
      replaced: (count: number): string =>
        count === 1 ? '1 sector was replaced.' : `${count} sectors were replaced.`,
      undo: 'Undo',
      restored: (count: number): string => (count === 1 ? '1 sector restored' : `${count} sectors restored`),
    },
  },
} as const;
