/** Texts that the specification prescribes are verbatim. */
export const english = {
  entries: {
    title: 'Competitors',
    titleOf: (event: string): string => `Competitors of ${event}`,
    past: 'FINISHED EVENT',
    search: 'Search competitor',
    add: 'Add new competitor',
    edit: 'Edit competitor',
    editOf: (name: string): string => `Edit ${name}`,
    selectOf: (name: string): string => `Select ${name}`,
    deviceOf: (name: string): string => `Device of ${name}`,
    heads: {
      number: 'Car Number',
      driver: 'Driver',
      codriver: 'Codriver',
      category: 'Category',
      brand: 'Brand',
      model: 'Model',
      invitation: 'Invitation',
      authorization: 'Authorization',
    },
    /** Shown beside the state of an invitation if its newest mail did not arrive; 'sent' and 'ended' have no text. */
    mails: {
      queued: 'mail waits',
      refused: 'address refused',
      interrupted: 'mail interrupted, send again',
      noAddress: 'no address',
    },
    withBloodType: (name: string, bloodType: string): string => `${name} (${bloodType})`,
    missingData: 'Missing data',
    empty: 'No competitors found.',
    footer: (first: number, last: number, total: number): string =>
      `Showing ${first} to ${last} of ${total} competitors`,
    selected: (count: number): string => (count === 1 ? '1 selected' : `${count} selected`),
    group: 'Select competitors',
    groups: { all: 'All', complete: 'Ready to authorize' },
    groupOf: (name: string, count: number): string => `${name} (${count})`,
    clear: 'Clear selection',

    action: 'Select action',
    actions: {
      authorize: 'Authorize to run',
      unauthorize: 'Unauthorize to run',
      send: 'Send invite',
      delete: 'Delete',
    },
    apply: 'Apply',
    removeAll: 'remove all',
    noAction: 'Select action, please',
    someNotReady:
      'There are selected pilots, who do not have the necessary information. They will not be authorized',
    progress: (done: number, of: number): string => `${done} of ${of}`,
    authorized: (done: number, of: number): string => `Drivers Authorized ${done} of ${of}`,
    unauthorized: 'Drivers Unauthorized',
    sent: 'Invitations sent',
    deleted: 'Drivers deleted',
    removed: 'invitations deleted',
    created: 'Invitation created',
    updated: 'Invitation updated',

    deleteQuestion: (names: string, count: number): string =>
      count === 1
        ? `Are you sure you want to delete ${names}?`
        : `Are you sure you want to delete these ${count} competitors? ${names}`,
    removeAllName: (event: string): string =>
      `Competitors are authorized or races were run. Type the name of the event to remove them: ${event}`,
    removeAllWrong: 'This is not the name of the event.',
    removeAllQuestion: (event: string, count: number): string =>
      count === 1
        ? `Are you sure you want to remove the only competitor of ${event}?`
        : `Are you sure you want to remove all ${count} competitors of ${event}?`,
    more: (names: string, count: number): string => `${names} and ${count} more`,
    racing: 'Cars on the track',
    racingQuestion: (cars: string, count: number): string =>
      count === 1
        ? `Car ${cars} was heard in the last 60 s. Do you want to take it off the race?`
        : `${count} cars were heard in the last 60 s: ${cars}. Do you want to take them off the race?`,
    racingYes: 'Take off the race',

    skippedTitle: 'Not authorized',
    skipped: (name: string, lacks: string): string => `${name}: ${lacks}`,
    gone: 'deleted by somebody else',
    lacks: { category: 'Category', carNumber: 'Car Number', brand: 'Brand', model: 'Model' },

    sections: {
      contact: 'Contact details',
      info: 'Info',
      competitor: 'Competitor details',
      vehicle: 'Vehicle details',
    },
    fields: {
      email: 'Email',
      phone: 'Phone',
      category: 'Category',
      number: 'Car Number',
      firstName: 'First name',
      lastName: 'Last name',
      bloodType: 'Driver’s blood type',
      codriverFirstName: 'Co-driver first name',
      codriverLastName: 'Co-driver last name',
      codriverBloodType: 'Co-driver blood type',
      brand: 'Brand',
      model: 'Model',
    },

    device: {
      none: 'This competitor has no device token yet.',
      has: 'A device token was given out.',
      heard: 'Last heard',
      never: 'Not heard yet',
      dropped: 'Last dropped',
      make: 'New device token',
      makeQuestion: 'The device that has the present token is refused from then on.',
      shownOnce: 'Enter one of these addresses in the device. They are shown once.',
      copy: (door: string): string => `Copy the address for ${door}`,
      copied: 'Copied',
      doors: {
        osmand: 'OsmAnd, Traccar Client',
        owntracks: 'OwnTracks',
        positions: 'NDJSON positions',
        signals: 'Signals',
      },
      reasons: {
        invalidCoordinates: 'coordinates that are out of range',
        clockAhead: 'a device clock that is ahead',
        jump: 'a jump that no car can make',
        repeated: 'a position that was sent before',
        late: 'a position older than the last one',
        unauthorized: 'not authorized to run',
        unpublished: 'the event is not published',
        notBegun: 'the event has not begun',
        pastEvent: 'the event is over',
        unknownEvent: 'the event is not known',
        undecodable: 'a message that cannot be read',
        unsupported: 'a type of message that is not supported',
        tooMany: 'more positions than a device may send',
      },
    },
  },
} as const;
