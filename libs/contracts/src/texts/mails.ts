import { BROWSER_MARK, RECOVERY, SESSION } from '../constants.js';

export const MINUTE_MS = 60_000;
export const DAY_MS = 24 * 3_600_000;

/** A link is a whole address, or a path of this installation if it was not told its address. */
export const linkLines = (intro: string, pathIntro: string, link: string): string[] => [
  link.startsWith('/') ? pathIntro : intro,
  link,
];

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
    subject: 'Sign in from a new browser',
    text: [
      'Somebody asked for a link to sign in to your Flagpost account from a new browser.',
      '',
      site === null
        ? `Type the address of your Flagpost in that browser, and after it: ${path}`
        : `Open it in that browser: ${site}${path}`,
      '',
      `Press the button there, then sign in with your password. The link is good once, for ${BROWSER_MARK.linkMs / MINUTE_MS} minutes.`,
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
      ...linkLines(
        'Open this page and press the button:',
        'Open this page at the address of Flagpost and press the button:',
        link,
      ),
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
      ...linkLines(
        'Open this page and press the button:',
        'Open this page at the address of Flagpost and press the button:',
        link,
      ),
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
      ...linkLines(
        'Open this page and press the button:',
        'Open this page at the address of Flagpost and press the button:',
        link,
      ),
      '',
    ].join('\n'),
  }),
  /** `by` is empty where nobody of the installation did it. */
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
  firstAccess: (password: string, url: string | null) => ({
    subject: 'Your Flagpost account',
    text: [
      'You have a Flagpost account now, for the address of this mail.',
      '',
      ...(url === null ? [] : [`Sign in at: ${url}`]),
      `Your password for the first time: ${password}`,
      '',
      `It is good for ${SESSION.givenPasswordMs / DAY_MS} days. You will be asked to choose another one before anything else.`,
      '',
    ].join('\n'),
  }),
} as const;
