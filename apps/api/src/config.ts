import { z } from 'zod';
import { LIMITS, newPassword } from '@flagpost/contracts';
import { ConfigError, flag, port } from '@flagpost/platform';
import { demoSetting } from './access/demo-access.js';
import { parsePushServices, PUSH_SERVICES_KNOWN, pushServices } from './push/push-services.js';

const isTileTemplate = (template: string): boolean =>
  /^https?:/.test(template) &&
  URL.canParse(template) &&
  ['{z}', '{x}', '{y}'].every((part) => template.includes(part));

/** Distinct characters of a secret that nobody wrote by hand. */
const MIXED = 10;
const isMixed = (secret: string): boolean => new Set(secret).size >= MIXED;

/** Where a program is reached. */
export const listenConfig = z.object({
  PORT: port.default(3000),
  /** Reached from this machine alone, unless it says otherwise: 0.0.0.0 opens it to the network. */
  HOST: z.string().default('127.0.0.1'),
});

/** Sentinel-2 cloudless 2016, which may be used by anyone who names its makers. */
const SENTINEL_2 = {
  url: 'https://tiles.maps.eox.at/wmts/1.0.0/s2cloudless_3857/default/g/{z}/{y}/{x}.jpg',
  attribution:
    'Sentinel-2 cloudless (https://s2maps.eu) by EOX IT Services GmbH, contains modified Copernicus Sentinel data 2016, CC BY 4.0',
} as const;

/** The api's configuration, read from environment variables of these names. */
export const apiConfig = z.object({
  /** Demo accounts may sign in on this machine, or from the network. */
  DEMO: demoSetting.default(true),
  /** How phones and browsers reach this installation; where it is left out, the address of each request. */
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Where devices reach the doors, if not at PUBLIC_URL: telemetry-ingest may be a process of its own. */
  DOORS_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Shows the description of the calls at /api/docs; left out: everywhere but in production. */
  API_DOCS: flag.optional(),
  /** In `production` instances that share their work must be given what each would make up for itself. */
  NODE_ENV: z.string().optional(),
  /**
   * Signs access tokens, the same on every instance; left out, one is made and kept: by the standalone in the file of
   * secrets of its data folder, by several instances in the records, in production excepted.
   */
  JWT_SECRET: z
    .string()
    .min(32, 'At least 32 characters are expected.')
    .refine(
      isMixed,
      `At least ${MIXED} different characters are expected, as openssl rand -base64 48 makes them.`,
    )
    .optional(),
  /** The first administrator, made at start where no account has this address. */
  ADMIN_EMAIL: z.email().min(LIMITS.loginEmail.min).max(LIMITS.loginEmail.max).optional(),
  ADMIN_PASSWORD: newPassword.optional(),
  /** The mail server: smtp://user:password@host:587, smtps:// for TLS from the start. Left out: mails become files. */
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  /**
   * Whether the mail server must speak TLS, or may. Left out: it must if SMTP_URL has a password.
   */
  SMTP_TLS: z.enum(['required', 'offered']).optional(),
  /**
   * Push services that are called, comma-separated: hosts, reached over https, `*.` for all below one, or whole origins.
   * `none` turns push messages off.
   */
  PUSH_SERVICES: pushServices.default(parsePushServices(PUSH_SERVICES_KNOWN)),
  /** How many invitations are mailed in a minute at most. */
  MAILS_PER_MINUTE: z.coerce.number().int().min(1).max(6_000).default(300),
  /** Whom mails come from. */
  MAIL_FROM: z
    .string()
    .regex(/@/, 'An address is expected: name@host, or Name <name@host>.')
    .default('Flagpost <flagpost@localhost>'),
  /** Folder that mails are written to where no mail server is named. */
  OUTBOX_DIR: z.string().optional(),
  /** The user manual that help links open: an address, or a path of this server. */
  HELP_URL: z
    .string()
    .regex(/^(https?:\/\/|\/)/, 'An address or a path of this server is expected.')
    .default('/manual.html'),
  /** Who is asked for more licences. */
  SUPPORT_EMAIL: z.email().optional(),
  /** Proxies in front whose X-Forwarded-For is believed. */
  TRUSTED_PROXIES: z.coerce.number().int().min(0).default(0),
  /** Tiles of imagery with {z}, {x} and {y}, or `none`. */
  TILE_URL: z
    .string()
    .default(SENTINEL_2.url)
    .transform((template) => (template === 'none' ? '' : template))
    .refine(
      (template) => template === '' || isTileTemplate(template),
      'An http address with {z}, {x} and {y} is expected, or none.',
    ),
  TILE_NATIVE_ZOOM: z.coerce.number().int().min(0).max(24).default(14),
  /** Who made them, see `imageryAttribution`. */
  TILE_ATTRIBUTION: z.string().optional(),
});
export type ApiConfig = z.infer<typeof apiConfig>;

/** Who made the imagery; empty if `TILE_URL` names another one and `TILE_ATTRIBUTION` nobody. */
export const imageryAttribution = ({ TILE_URL, TILE_ATTRIBUTION }: ApiConfig): string =>
  TILE_ATTRIBUTION ?? (TILE_URL === SENTINEL_2.url ? SENTINEL_2.attribution : '');

export const showsOpenApi = ({ API_DOCS, NODE_ENV }: ApiConfig): boolean =>
  API_DOCS ?? NODE_ENV !== 'production';

/**
 * @param shared Whether other instances work on the same parts.
 * @throws {ConfigError} where production lacks what each instance would make up for itself.
 */
export const assertProduction = ({ NODE_ENV, JWT_SECRET }: ApiConfig, shared: boolean): void => {
  if (shared && NODE_ENV === 'production' && JWT_SECRET === undefined)
    throw new ConfigError(
      'The configuration is invalid. JWT_SECRET: in production it must be set, the same for every instance.',
    );
};
