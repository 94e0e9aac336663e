import type { DisputeReason } from '../wire/invitations.js';

/** Data that a competitor shares and for how long, for the mail of an invitation and its page; see docs/privacy.md. */
export const SHARING_TEXTS = {
  whatTitle: 'What is shared',
  what: (club: string): string[] => [
    `While the event runs: position, speed and direction of your car, as your phone or tracker sends them, with race control and the officials of ${club}. Nothing is used before the start or after the finish.`,
    'Your name, car, category and blood type, with the same people, so that they can help you. Your phone number and email, with the organizers; your phone number with race control too, if you send an SOS.',
  ],
  keptTitle: 'How long it is kept',
  kept: (club: string): string[] => [
    `Name, blood type, phone number and email: until ${club} has them erased. You may ask for it at any time.`,
    'Where the car was: for good, under the number of the entry, as the race is judged by it.',
  ],
} as const;

/** Reasons for which a competitor disputes an invitation. */
export const DISPUTE_TEXTS = {
  person: 'It was sent to the wrong person.',
  entry: 'The number, the car or the category is wrong.',
  event: 'The event or its times are wrong.',
} as const satisfies Record<DisputeReason, string>;
