import type { MAILED_PAGES } from '@flagpost/contracts';
import type { ApiConfig } from '../config.js';

/** Address of the installation, without a slash at its end; empty if the configuration does not name it. */
export const siteOf = ({ PUBLIC_URL = '' }: Pick<ApiConfig, 'PUBLIC_URL'>): string =>
  PUBLIC_URL.replace(/\/$/, '');

type Page = (typeof MAILED_PAGES)[keyof typeof MAILED_PAGES];

/**
 * The link to a page of the client; a path alone if the configuration does not name the address: the `Host` of a request
 * is chosen by its sender, and must not decide where a mail leads.
 */
export const mailedLink = (config: Pick<ApiConfig, 'PUBLIC_URL'>, page: Page, token: string): string =>
  `${siteOf(config)}${page}#${token}`;
