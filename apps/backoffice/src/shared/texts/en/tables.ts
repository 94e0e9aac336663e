/** Texts that the specification prescribes are verbatim. */
export const english = {
  tables: {
    editOf: (name: string): string => `Edit ${name}`,
    removeOf: (name: string): string => `Delete ${name}`,
    removeQuestion: (name: string): string => `Are you sure you want to delete ${name}?`,
  },

  categories: {
    title: 'Categories',
    search: 'Search category',
    create: 'New category',
    details: 'Category Details',
    heads: { name: 'Name' },
    empty: 'No categories found.',
    footer: (first: number, last: number, total: number): string =>
      `Showing ${first} to ${last} of ${total} categories`,
    remove: 'Delete category',
    created: 'Category Created',
    updated: 'Category Updated',
    deleted: 'Category Deleted',
  },

  circuits: {
    title: 'Circuits',
    search: 'Search circuit',
    create: 'New circuit',
    details: 'Circuit Details',
    heads: { name: 'Name', visibility: 'Visibility', institution: 'Institution' },
    visible: { yes: 'SI', no: 'NO' },
    empty: 'No circuits found.',
    footer: (first: number, last: number, total: number): string =>
      `Showing ${first} to ${last} of ${total} circuits`,
    failed: 'An error has occurred trying to get circuits',
    fields: {
      institution: 'Institution',
      name: 'Name',
      visibility: 'Visibility',
      visibleToOthers: 'Other institutions may see it',
      country: 'Country',
      state: 'State/Province',
      city: 'City',
      latitude: 'Latitude',
      longitude: 'Longitude',
    },
    remove: 'Delete circuit',
    created: 'Circuit Created',
    updated: 'Circuit Updated',
    deleted: 'Circuit Deleted',
  },

  tracks: {
    title: 'Tracks',
    search: 'Search track',
    create: 'New track',
    details: 'Track Details',
    heads: { name: 'Name', event: 'Event' },
    empty: 'No tracks found.',
    footer: (first: number, last: number, total: number): string =>
      `Showing ${first} to ${last} of ${total} tracks`,
    failed: 'An error has occurred trying to get Track',
    viewOf: (name: string): string => `View detail of ${name}`,
    useOf: (name: string): string => `Use the track of ${name}`,
    nameOf: (track: string, event: string): string => (track === event ? track : `${track} (${event})`),
    replaced: (event: string): string => `${event} – its track is replaced`,
    fields: { name: 'Name', event: 'For the event', track: 'Use the track of' },
    remove: 'Delete track',
    created: 'Track Created',
    updated: 'Track Updated',
    deleted: 'Track Deleted',
  },
} as const;
