import { BROWSER_MARK, NEW_ADDRESS, RECOVERY, SESSION } from '../accounts.js';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../time.js';
import type { DisputeReason } from '../wire/invitations.js';
import type { Words } from './languages.js';
import { DISPUTE_TEXTS, SHARING_TEXTS } from './invitations.js';

/** A link is an absolute address, or a path of this installation if its address is not configured. */
export const linkLines = (intro: string, pathIntro: string, link: string): string[] => [
  link.startsWith('/') ? pathIntro : intro,
  link,
];

const pressLines = (link: string): string[] =>
  linkLines(
    'Open this page and press the button:',
    'Open this page at the address of Flagpost and press the button:',
    link,
  );

/** What is shared and how long, under their titles. */
export const sharingLines = (sharing: Words<typeof SHARING_TEXTS>, club: string): string[] => [
  sharing.whatTitle,
  ...sharing.what(club).map((each) => `- ${each}`),
  '',
  sharing.keptTitle,
  ...sharing.kept(club).map((each) => `- ${each}`),
];

/** Times are texts, in the language of the mail and the zone of the track; unknown values are empty. */
export interface InvitationMailValues {
  readonly name: string;
  readonly event: string;
  readonly club: string;
  readonly place: string;
  readonly start: string;
  readonly finish: string;
  readonly zone: string;
  readonly carNumber: string;
  readonly car: string;
  readonly category: string;
}

interface DisputedInvitation {
  readonly name: string;
  readonly carNumber: string;
  readonly event: string;
  readonly reason: DisputeReason;
  readonly url: string | null;
}

/** Lines of a mail with a value; those without one are left out. */
export const knownLines = (...lines: readonly (readonly [string, string])[]): string[] =>
  lines.filter(([, value]) => value !== '').map(([label, value]) => `${label}: ${value}`);

interface PostponedEvent {
  readonly name: string;
  readonly start: string;
  readonly finish: string;
  readonly formerStart: string;
  readonly formerFinish: string;
  readonly reason: string;
}

/** What is mailed, as plain text. */
export const MAIL_TEXTS = {
  passCode: (code: string, link: string) => ({
    subject: 'Your code to restore the password',
    text: [
      'Somebody asked to restore the password of your Flagpost account.',
      '',
      `Your code: ${code}`,
      '',
      ...linkLines('Or open this page:', 'Or open this page at the address of Flagpost:', link),
      '',
      `Either is good once, for ${RECOVERY.codeMs / MINUTE_MS} minutes.`,
      'If it was not you, leave this mail unanswered: your password stays as it is.',
      '',
    ].join('\n'),
  }),
  browserLink: (path: string, site: string | null) => ({
    subject: 'Log in from a new browser',
    text: [
      'Somebody asked for a link to log in to your Flagpost account from a new browser.',
      '',
      site === null
        ? `Type the address of your Flagpost in that browser, and after it: ${path}`
        : `Open it in that browser: ${site}${path}`,
      '',
      `Press the button there, then log in with your password. The link is good once, for ${BROWSER_MARK.linkMs / MINUTE_MS} minutes.`,
      'If it was not you, do not open it: nothing changes.',
      '',
    ].join('\n'),
  }),
  passwordChanged: (link: string) => ({
    subject: 'Your password was changed',
    text: [
      'The password of your Flagpost account was changed.',
      '',
      'If it was you, there is nothing to do.',
      'If it was not you, take the change back within 72 hours. All sessions of your account end then.',
      '',
      ...pressLines(link),
      '',
    ].join('\n'),
  }),
  addressChanged: (newEmail: string, link: string) => ({
    subject: 'The email of your account was changed',
    text: [
      `Your Flagpost account has another email now: ${newEmail}`,
      '',
      'If it was you, there is nothing to do.',
      'If it was not you, take the change back within 72 hours. Your account then has this address again and the',
      'password that it had before, and all its sessions end.',
      '',
      ...pressLines(link),
      '',
    ].join('\n'),
  }),
  addressGained: (link: string) => ({
    subject: 'This address belongs to a Flagpost account now',
    text: [
      'The email of a Flagpost account was changed to this address.',
      '',
      'If it was you, there is nothing to do.',
      'If it was not you, remove this address from the account within 72 hours.',
      '',
      ...pressLines(link),
      '',
    ].join('\n'),
  }),
  newAddress: (link: string) => ({
    subject: 'Confirm the new email of a Flagpost account',
    text: [
      'This address was entered as the new email of a Flagpost account.',
      '',
      ...pressLines(link),
      '',
      `The link is good once, for ${NEW_ADDRESS.linkMs / HOUR_MS} hours. Until it is opened the account keeps the email that it has.`,
      'If you know nothing of this, do not open it: nothing changes.',
      '',
    ].join('\n'),
  }),
  /** To whom the address belongs, or belonged until lately. */
  newAddressTaken: () => ({
    subject: 'Your email was entered for another Flagpost account',
    text: [
      'Somebody entered this address as the new email of another Flagpost account.',
      '',
      'It belongs to somebody who is known here already, or did until lately. So nothing was changed, and they were not told.',
      'If it was you, choose another address, log in to the account that has this one, or ask the administrator of Flagpost.',
      'If it was not you, there is nothing to do.',
      '',
    ].join('\n'),
  }),
  staffAddressTaken: (club: string) => ({
    subject: 'An institution entered your email in Flagpost',
    text: [
      `${club} entered this address to give you an account in Flagpost.`,
      '',
      'It belongs to somebody who is known here already, or did until lately. So nothing was changed and no password was made, and they were not told.',
      'If you are to work for them, ask them to enter another address of yours, or ask the administrator of Flagpost.',
      'If you know nothing of this, there is nothing to do.',
      '',
    ].join('\n'),
  }),
  competitorAddressTaken: (club: string) => ({
    subject: 'An institution entered your email in Flagpost',
    text: [
      `${club} entered a competitor with this address in Flagpost.`,
      '',
      'It belongs to somebody who is known here already, or did until lately. What is stored there stays as it is, and they were not told.',
      'If you compete there, there is nothing to do.',
      'If not, ask them to correct the address, or ask the administrator of Flagpost.',
      '',
    ].join('\n'),
  }),
  /** `by` is empty if no user of the installation did it. */
  controlGranted: ({ name, by, url }: { name: string; by: string; url: string | null }) => ({
    subject: 'Somebody may control races of your institution',
    text: [
      `${name} may control races of your institution now: send flags, answer an SOS, and stop a race.`,
      ...(by === '' ? [] : [`${by} gave them this role.`]),
      '',
      'If this is not right, change their roles under Institution setting.',
      ...(url === null ? [] : ['', url]),
      '',
    ].join('\n'),
  }),
  invitation: (to: InvitationMailValues, link: string) => ({
    subject: `Invitation: ${to.event}`,
    text: [
      `Hello ${to.name},`,
      '',
      `${to.club} invites you to ${to.event}.`,
      '',
      ...knownLines(
        ['Start', to.start],
        ['Finish', to.finish],
        ['Place', to.place],
        ['Number', to.carNumber],
        ['Car', to.car],
        ['Category', to.category],
      ),
      `The times are those at the track (${to.zone}).`,
      '',
      ...linkLines(
        'Accept or reject the invitation on this page. You need no account:',
        'Accept or reject the invitation on this page, at the address of Flagpost. You need no account:',
        link,
      ),
      '',
      'If something is not right, say so there: the organizer is told.',
      'Esta página también está en español. La pagina è disponibile anche in italiano.',
      '',
      ...sharingLines(SHARING_TEXTS, to.club),
      '',
    ].join('\n'),
  }),
  invitationDisputed: ({ name, carNumber, event, reason, url }: DisputedInvitation) => ({
    subject: `Invitation not right: ${event}`,
    text: [
      `${name}${carNumber === '' ? '' : ` (car ${carNumber})`} says of the invitation to ${event}:`,
      DISPUTE_TEXTS[reason],
      '',
      'Correct the competitor, and send the invitation again.',
      ...(url === null ? [] : ['', url]),
      '',
    ].join('\n'),
  }),
  /** Times are texts, in the language of the mail. */
  eventPostponed: ({ name, start, finish, formerStart, formerFinish, reason }: PostponedEvent) => ({
    subject: `Postponed: ${name}`,
    text: [
      `The event ${name} was postponed.`,
      '',
      `New start: ${start}`,
      `New finish: ${finish}`,
      '',
      `Former start: ${formerStart}`,
      `Former finish: ${formerFinish}`,
      '',
      `Reason: ${reason}`,
      '',
    ].join('\n'),
  }),
  firstAccess: (password: string, url: string | null) => ({
    subject: 'Your Flagpost account',
    text: [
      'You have a Flagpost account now, for the address of this mail.',
      '',
      ...(url === null ? [] : [`Log in at: ${url}`]),
      `Your password for the first time: ${password}`,
      '',
      `It is good for ${SESSION.givenPasswordMs / DAY_MS} days. You will be asked to choose another one before anything else.`,
      '',
    ].join('\n'),
  }),
} as const;
