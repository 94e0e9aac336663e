/** Texts that the specification prescribes are verbatim. */
export const english = {
  product: 'Flagpost',
  loading: 'Loading...',
  retry: 'Retry',
  cancel: 'Cancel',
  /** At a field for free text. */
  keptForGood: 'Kept for good: write car numbers, not names.',
  keptNames: 'Kept for good: the name of a person is not erased from here.',
  ok: 'Ok',
  yes: 'Yes',
  no: 'No',
  close: 'Close',
  back: 'Back',
  toEvents: 'Back to events',
  unknown: '–',
  attention: 'Atention',
  noAnswer: 'The server does not answer.',
  storageDenied:
    'This browser does not let Flagpost keep anything, so nobody can stay logged in. Allow cookies and site data for this site in the settings of the browser, then load the page again.',
  unexpected: 'An error has occurred. Please consult with administrator.',

  skipToMap: 'Skip to the map',
  menu: {
    label: 'Main menu',
    open: 'Open menu',
    close: 'Close menu',
    institutions: 'Institutions',
    institution: 'Institution setting',
    licensing: 'Licensing',
    help: 'Help',
    events: 'Events',
    categories: 'Categories',
    log: 'Log',
    logout: 'Logout',
  },

  logOf: (name: string): string => `Log of ${name}`,

  notFound: {
    title: 'Page not found',
    text: 'There is no page at this address.',
  },

  forbidden: {
    title: 'Not allowed',
    text: 'Your role does not open this page.',
  },

  crash: {
    text: 'An error has occurred. Please check error log.',
    report: (id: string): string => `Report ${id}`,
    again: 'Load the page again',
  },

  languages: {
    title: 'Language',
    shown: (name: string): string => `Language: ${name}`,
    names: { en: 'English', es: 'Español', it: 'Italiano' },
  },

  list: {
    actions: 'Actions',
    selectAll: (count: number): string => `Select all ${count}`,
    noMatch: 'Nothing matches the search.',
    clearSearch: 'Clear the search',
    perPage: 'Rows per page',
    first: 'First page',
    previous: 'Previous page',
    next: 'Next page',
    last: 'Last page',
    page: (page: number, pages: number): string => `Page ${page} of ${pages}`,
  },

  form: {
    save: 'Save',
    previous: 'Previous',
    next: 'Next',
    finish: 'Finish',
    changed: (fields: string): string =>
      `Somebody else has changed this meanwhile: ${fields}. What you typed stays, the rest is as they saved it. Save again to keep both.`,
    leaveTitle: 'Discard changes',
    leaveQuestion: 'What you typed has not been saved. Do you want to discard it?',
    leave: 'Discard',
    stay: 'Keep editing',
    showPassword: 'Show password',
    hidePassword: 'Hide password',
    helpOf: (label: string): string => `About ${label}`,
    searchIn: (label: string): string => `Search in ${label}`,
    chosen: (count: number): string => `${count} chosen`,
  },

  licenceLimit: {
    title: 'You have reached your licenses limit',
    text: (email: string): string =>
      email === ''
        ? 'Contact support to request more licenses.'
        : `Contact support to request more licenses: ${email}`,
    goOn: 'Continue',
  },

  themes: {
    title: 'Theme',
    shown: (name: string): string => `Theme: ${name}`,
    names: { light: 'Light', dark: 'Dark', daylight: 'Daylight' },
  },

  login: {
    welcome: 'Welcome to Flagpost',
    lead: 'Event management and live race control',
    email: 'Email',
    password: 'Password',
    help: 'Help/Online Manual',
    submit: 'Login',
    changed: 'Your institution or your roles have changed. Please log in again.',
    limited: 'Is this browser new to your account? A link by mail lets you log in from it at once.',
    sendLink: 'Send me a link',
    linkSent: (email: string): string =>
      `If ${email} has an account, a link is on its way to it. Open it in this browser, then log in here.`,
    linkTitle: 'A new browser',
    linkLead: 'Confirm that this browser is yours. Then log in with your password.',
    linkAccept: 'This browser is mine',
    linkDone: 'Your account knows this browser now. Log in with your password.',
  },

  account: {
    forgot: 'Forgot Password?',
    code: 'Code',
    sendCode: 'Send code',
    codeSent: (email: string): string => `A code was sent to ${email}.`,
    restore: 'Restore password',
    resend: 'Resend code',
    create: 'Create new password',
    newPassword: 'New password',
    repeat: 'Repeat password',
    repeatRequired: 'Repeat password is required.',
    mismatch: 'Passwords do not match please check',
    confirmMismatch: 'The confirm password does not match',
    updated: 'Password updated',
    firstTitle: 'Change password',
    firstLead: 'Choose a password of your own before you go on.',
    title: 'Personal Details',
    edit: 'Edit personal details',
    editOf: (field: string): string => `Edit ${field}`,
    firstName: 'First Name',
    lastName: 'Last Name',
    currentPassword: 'Current password',
    newEmail: 'New email',
    hidden: '••••••••',
    changeAvatar: 'Change avatar',
    avatarFailed: 'An error has occurred trying to get the driver position.',
    done: 'Personal details updated',
    passwordDone: 'Password update',
    sessions: 'Where you are logged in',
    otherProgram: 'Another program',
    thisSession: 'This browser',
    lastUsed: (moment: string): string => `Last used ${moment}`,
    signOutEverywhere: 'Log out everywhere',
    signOutQuestion: 'Every session of your account ends, the one in this browser too.',
    signedOut: 'You are logged out everywhere.',
    linkLead: 'Press the button to choose a new password.',
    toLogin: 'Back to login',
    newAddress: {
      asked: 'A mail is on its way to the new email',
      waiting: 'A new email that waits for its link',
      sent: (email: string): string => `A mail is on its way to ${email}.`,
      until: (current: string, moment: string): string =>
        `You log in with ${current} until the link in it is opened. It is good until ${moment}.`,
      cancel: 'Keep the present email',
      cancelled: 'Your email stays as it is',
      title: 'New email',
      lead: 'Press the button to make this address the email of the account.',
      press: 'Confirm the new email',
      done: (email: string): string => `From now on the email ${email} logs in to the account.`,
    },
    notMe: {
      title: 'This was not me',
      lead: 'Press the button to take the change back. All sessions of the account end.',
      press: 'Take the change back',
      done: {
        account:
          'Your account is as it was before the change, and all its sessions have ended. Who changed it may know your former password: choose another one now.',
        address: 'The account does not have this address any more, and all its sessions have ended.',
      },
    },
  },
} as const;
