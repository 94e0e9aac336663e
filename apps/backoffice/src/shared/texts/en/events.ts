/** Texts that the specification prescribes are verbatim. */
export const english = {
  liveNow: {
    title: 'Live now',
    competitors: (count: number): string => (count === 1 ? '1 competitor' : `${count} competitors`),
    invited: (count: number): string => `${count} invited`,
    detail: 'View detail',
    watch: 'View live race',
    running: 'Currently running',
    raceNow: 'Race now',
    empty: 'No race is running now.',
    emptyNext: 'A published event appears here from its start to its finish.',
  },

  events: {
    one: 'Event',
    tabs: 'Events',
    tab: { current: 'Current events', past: 'Past events' },
    titles: { current: 'Upcoming events', past: 'Past events' },
    search: 'Search event',
    create: 'New event',
    heads: {
      name: 'Name',
      institution: 'Institution',
      dates: 'Start and Finish Date',
      localization: 'Localization',
      country: 'Country',
      invited: 'Competitors (Invited)',
      authorized: 'Authorized',
      published: 'Published',
      circuit: 'CircuitName',
    },
    open: (name: string): string => `Open ${name}`,
    showInHistory: (name: string): string => `Show ${name} in history`,
    empty: 'No events found.',
    footer: (first: number, last: number, total: number): string =>
      `Showing ${first} to ${last} of ${total} events`,
    deleted: 'Event Deleted',
  },

  openAsItWas: 'As it was',

  checkCars: 'Check cars',

  event: {
    published: 'Published',
    draft: 'Not published',
    remove: 'Delete event',
    edit: 'Edit details',
    publishEvent: 'Publish event',
    postpone: 'Postpone',
    copy: 'Copy event',
    facts: 'Event data',
    start: 'Start date',
    finish: 'Finish date',
    place: 'City/State/Country',
    institution: 'Institution name',
    circuit: 'Circuit Name',
    categories: 'Categories',
    atTrack: (moment: string, zone: string): string => `${moment} (${zone})`,
    yours: (moment: string): string => `Your time: ${moment}`,

    removeQuestion: (name: string): string => `Are you sure you want to delete ${name}?`,
    removeWhat:
      'Its invitations, track, sectors and points of interest go with it. Licenses in use are given back, the devices of its competitors are refused, and whoever watches it is told.',
    removeName: (name: string): string => `Races of this event were run. Type its name to delete it: ${name}`,
    removeWrong: 'This is not the name of the event.',

    reason: 'Reason',
    postponeLead:
      'Special stages move with the event, to the same times of day. Competitors who accepted are told by mail, with the reason.',
    postponed: 'Event Postponed',

    copyName: (name: string): string => `${name} (copy)`,
    copyLeftOut: (count: number): string =>
      count === 1
        ? '1 competitor was left out, as they were deleted from the institution.'
        : `${count} competitors were left out, as they were deleted from the institution.`,
    copyLead: 'The copy is not published. Its competitors are neither invited nor authorized.',
    copyParts: 'Copy too',
    copyRoute: 'Track',
    copySectors: 'Sectors',
    copyStages: 'Special stages',
    copyPois: 'Points of interest',
    copyCompetitors: 'Competitors',

    publish: {
      question: (name: string): string => `Are you sure you want to publish ${name}?`,
      visible: 'This becomes visible:',
      categories: (count: string): string => `Categories: ${count}`,
      competitors: (count: string): string => `Competitors: ${count}`,
      track: 'The track',
      noTrack: 'No track: none is drawn',
      pois: (count: string): string => `Points of interest: ${count}`,
      sectors: (count: string): string => `Sectors: ${count}`,
      invitations: (count: number): string => {
        if (count === 0) return 'No invitation goes out.';
        return count === 1 ? '1 invitation goes out.' : `${count} invitations go out.`;
      },
      forGood: 'A published event cannot be withdrawn.',
      done: 'Event Published',
    },

    ready: {
      title: 'Ready to race',
      marks: { ready: 'Ready to race', attention: 'Needs attention', missing: 'Not ready to race' },
      lines: {
        published: (state: string): string => (state === 'ready' ? 'Published' : 'Not published'),
        line: (state: string, done: string, of: string): string =>
          state === 'ready' ? 'Track with start and finish' : `Track with start and finish: ${done} of ${of}`,
        categories: (state: string, done: string): string =>
          state === 'missing' ? 'No categories' : `Categories: ${done}`,
        competitors: (_state: string, done: string, of: string): string =>
          `Competitors authorized: ${done} of ${of}`,
        licences: (_state: string, done: string, of: string): string =>
          `Licenses left: ${done}, still needed: ${of}`,
        heard: (_state: string, done: string, of: string): string =>
          `Cars heard in the last day: ${done} of ${of}`,
      },
      ways: {
        publish: 'Publish event',
        details: 'Edit details',
        map: 'Edit map',
        competitors: 'Manage competitors',
        licences: 'Licenses',
        devices: 'Check cars',
      },
      needed: { category: 'category', carNumber: 'car number', brand: 'brand', model: 'model' },
      lacks: (competitor: string, what: string): string => `${competitor}: ${what} missing`,
      more: (count: number): string => `and ${count} more`,
    },

    dialog: {
      create: 'Create new event',
      edit: 'Event Details',
      name: 'Name',
      institution: 'Institution',
      country: 'Country',
      state: 'State',
      city: 'City',
      circuit: 'Circuit Name',
      categories: 'Categories',
      noCategories: 'The institution has no categories yet.',
      zone: 'Time zone of the track',
      start: 'Start',
      finish: 'Finish',
      radius: 'Finish Radius (meters)',
      radiusHelp: 'A car finishes a lap where it comes closest to the finish within this distance.',
      delay: 'Safety Car Delay (seconds)',
      delayHelp: 'The safety-car flag is sent this long after it was pressed, while a countdown runs.',
      created: 'Event Created',
      updated: 'Event Updated',
      repeated: 'The clocks are put back then: of the two, the earlier one counts.',
      somebody: 'Somebody',
      changedBy: (who: string, when: string, fields: string): string =>
        `${who} changed this event at ${when}: ${fields}. What you typed stays, the rest is as they saved it. Save again to keep both.`,
      institutionStays: 'Its institution stays: competitors are entered.',
      chooseInstitution: 'Choose an institution first.',
    },

    map: {
      title: 'Map',
      edit: 'Edit map',
      sectors: 'Sectors',
      region: 'Map of the track',
      noTrack: 'The event has no track yet.',
      track: (name: string, kilometres: string): string => `${name}, ${kilometres} km`,
      report: 'Export race reports',
      exportTrack: 'Export track',
      otherFormats: 'Other formats of the track',
      invalid: 'Invalid data',
      download: 'Download',
    },

    pois: {
      title: 'Points of interest',
      dialog: 'Interest points',
      viewAll: 'View All',
      heads: { description: 'Description', lat: 'Lat', long: 'Long' },
      empty: 'The event has no points of interest.',
      footer: (first: number, last: number, total: number): string =>
        `Showing ${first} to ${last} of ${total} points of interest`,
    },

    stages: {
      create: 'New special stage',
      details: 'Stage details',
      remove: 'Delete special stage',
      saved: 'Special stages saved',
      drawn: 'Drawn',
      notDrawn: 'Not drawn',
      ofLine: 'Of the line that is drawn.',
      taken: 'Another stage has this number.',
      changed: (name: string): string =>
        `Somebody else has changed ${name} meanwhile: these are its data now.`,
      gone: (name: string): string => `Somebody else has deleted ${name} meanwhile.`,
      title: 'Special stages',
      heads: { stage: 'Stage', name: 'Name', km: 'Km', start: 'Start date', line: 'Line' },
      empty: 'The event has no special stages.',
      footer: (first: number, last: number, total: number): string =>
        `Showing ${first} to ${last} of ${total} special stages`,
    },

    pictures: {
      title: 'Pictures of the race',
      heads: { taken: 'Taken', by: 'By' },
      empty: 'No picture of the race was kept.',
      download: (moment: string): string => `Download the picture of ${moment}`,
      footer: (first: number, last: number, total: number): string =>
        `Showing ${first} to ${last} of ${total} pictures`,
    },

    competitors: {
      manage: 'Manage competitors',
      view: 'View competitors list',
    },

    report: {
      title: 'Race reports',
      heads: [
        'Time',
        'Type',
        'Flag',
        'Message',
        'Cars',
        'Confirmed',
        'By',
        'Acknowledged',
        'Cleared',
        'Cleared by',
      ],
      flag: 'Flag',
      withdrawn: 'Flag withdrawn',
      note: 'Note',
    },
  },
} as const;
