export const english = {
  push: {
    title: 'Notifications',
    lead: 'SOS, red flag, start and finish of your events, also while this page is closed. They end when you log out.',
    lockScreen:
      'A lock screen shows the name of the event and what happened, and no person, no car and no place.',
    on: 'On in this browser',
    off: 'Off in this browser',
    switchOn: 'Switch on',
    switchOff: 'Switch off',
    blocked:
      'This browser blocks notifications of this page. Allow them in its settings, then switch them on here.',
    insecure: 'A browser takes notifications only of a page that is opened over https.',
    unsupported: 'This browser takes no notifications.',
    failed: 'The push service of this browser does not answer. Try again later.',
  },
};
