import { z } from 'zod';
import { LIMITS, newPassword } from '@flagpost/contracts';
import { flag } from '@flagpost/platform';

const isTileTemplate = (template: string): boolean =>
  /^https?:/.test(template) &&
  URL.canParse(template) &&
  ['{z}', '{x}', '{y}'].every((part) => template.includes(part));

/** The api's configuration, read from environment variables of these names. */
export const apiConfig = z.object({
  /** Demo accounts may sign in. */
  DEMO: flag.default(true),
  /** How phones and browsers reach this installation; where it is left out, the address of each request. */
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Signs access tokens; where it is left out, one is made and kept with the credentials. */
  JWT_SECRET: z.string().min(32).optional(),
  /** The first administrator, made at start where no account has this address. */
  ADMIN_EMAIL: z.email().min(LIMITS.loginEmail.min).max(LIMITS.loginEmail.max).optional(),
  ADMIN_PASSWORD: newPassword.optional(),
  /** Proxies in front whose X-Forwarded-For is believed. */
  TRUSTED_PROXIES: z.coerce.number().int().min(0).default(0),
  /** Tiles of imagery with {z}, {x} and {y}, or `none`. Sentinel-2 cloudless 2016 may be used by anyone who names its makers. */
  TILE_URL: z
    .string()
    .default('https://tiles.maps.eox.at/wmts/1.0.0/s2cloudless_3857/default/g/{z}/{y}/{x}.jpg')
    .transform((template) => (template === 'none' ? '' : template))
    .refine(
      (template) => template === '' || isTileTemplate(template),
      'An http address with {z}, {x} and {y} is expected, or none.',
    ),
  TILE_NATIVE_ZOOM: z.coerce.number().int().min(0).max(24).default(14),
  TILE_ATTRIBUTION: z
    .string()
    .default(
      'Sentinel-2 cloudless (https://s2maps.eu) by EOX IT Services GmbH, contains modified Copernicus Sentinel data 2016, CC BY 4.0',
    ),
});
export type ApiConfig = z.infer<typeof apiConfig>;
