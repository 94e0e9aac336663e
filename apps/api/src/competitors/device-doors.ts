import type { ApiConfig } from '../config.js';
import type { ApiRequest } from '../http/request.js';

/** Serialises the commands that give a car a device token: the newest by the log is the last to be stored. */
export const deviceTokenOf = (invitationId: number): string => `device token ${invitationId}`;

/**
 * From when on what is heard is noted under a token that is issued now. Notes are in whole seconds, rounded down, so this is
 * too: a device that sends at once and then stands still would never have been heard.
 */
export const notedFrom = (now: number): number => Math.floor(now / 1_000) * 1_000;

/** The address of the doors for devices, without a slash at its end. */
export const doorsUrl = ({ DOORS_URL, PUBLIC_URL }: ApiConfig, request: ApiRequest): string =>
  (DOORS_URL ?? PUBLIC_URL ?? `${request.protocol}://${request.get('host') ?? ''}`).replace(/\/$/, '');
