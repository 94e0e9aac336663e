/** The page of an invitation. */
export const english = {
  drive: {
    invites: (club: string): string => `${club} invites you`,
    hello: (name: string): string => `Hello ${name}`,
    start: 'Start',
    finish: 'Finish',
    place: 'Place',
    number: 'Number',
    car: 'Car',
    category: 'Category',
    atTrack: (zone: string): string => `Times at the track (${zone})`,
    yourTime: (time: string): string => `${time} where you are`,
    accept: 'Accept',
    reject: 'Reject',
    sureAccept: (event: string): string => `Do you accept the invitation to ${event}?`,
    sureReject: (event: string): string => `Do you reject the invitation to ${event}?`,
    undo: 'You can change your mind here until the event is over.',
    states: {
      pending: 'Your answer is awaited.',
      accepted: 'You have accepted. See you at the track!',
      rejected: 'You have rejected the invitation.',
      ended: 'This event is over. The invitation can no longer be answered.',
    },
    wrong: 'Not right?',
    wrongLead: 'Say what is wrong. The organizer is told, and your invitation stays as it is.',
    tell: 'Tell the organizer',
    told: 'The organizer knows:',
    contact: (mail: string): string => `Or write to ${mail}`,
    unknownTitle: 'This invitation cannot be opened',
    unknown:
      'The link is incomplete, or it is no longer good: another mail may have brought a newer one. Ask the organizer to send the invitation again.',
  },
} as const;
