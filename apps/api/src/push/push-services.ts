import { z } from 'zod';

/** Those of Chrome and Edge, Firefox, Safari, and Edge on Windows. */
export const PUSH_SERVICES_KNOWN =
  'fcm.googleapis.com,*.push.services.mozilla.com,*.push.apple.com,*.notify.windows.com';

export interface PushServices {
  /** False: push messages are off. */
  readonly isOn: boolean;
  /** Whether this address may be called. */
  mayCall(endpoint: string): boolean;
}

const HOST = /^(?:\*\.)?[a-z\d-]+(?:\.[a-z\d-]+)+$/;
const isOrigin = (entry: string): boolean =>
  /^https?:\/\//.test(entry) && URL.canParse(entry) && new URL(entry).origin === entry;

const entriesOf = (list: string): readonly string[] =>
  list === 'none' ? [] : list.split(',').map((entry) => entry.trim());

const covers = (entry: string, url: URL): boolean => {
  if (isOrigin(entry)) return url.origin === entry;
  if (url.protocol !== 'https:' || url.port !== '') return false;
  return entry.startsWith('*.') ? url.hostname.endsWith(entry.slice(1)) : url.hostname === entry;
};

export const parsePushServices = (list: string): PushServices => {
  const entries = entriesOf(list);
  return {
    isOn: entries.length > 0,
    mayCall(endpoint) {
      if (!URL.canParse(endpoint)) return false;
      const url = new URL(endpoint);
      return url.username === '' && url.password === '' && entries.some((entry) => covers(entry, url));
    },
  };
};

/** The setting PUSH_SERVICES. */
export const pushServices = z
  .string()
  .refine(
    (list) => entriesOf(list).every((entry) => HOST.test(entry) || isOrigin(entry)),
    'Hosts, *.hosts or origins are expected, separated by commas, or none.',
  )
  .transform(parsePushServices);
