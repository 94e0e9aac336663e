import countries from 'i18n-iso-countries';

/** Time zones of countries: a day of an institution is a day in the zone of its country, and events have one of its zones. */

/** Where a country has several zones, or none that Unicode's data names: the zone of its capital. */
export const OF_CAPITALS: Readonly<Record<string, string>> = {
  AQ: 'Antarctica/McMurdo',
  AR: 'America/Argentina/Buenos_Aires',
  AU: 'Australia/Sydney',
  BR: 'America/Sao_Paulo',
  CA: 'America/Toronto',
  CD: 'Africa/Kinshasa',
  CL: 'America/Santiago',
  CN: 'Asia/Shanghai',
  CY: 'Asia/Nicosia',
  DE: 'Europe/Berlin',
  EC: 'America/Guayaquil',
  ES: 'Europe/Madrid',
  FM: 'Pacific/Pohnpei',
  GL: 'America/Nuuk',
  ID: 'Asia/Jakarta',
  KI: 'Pacific/Tarawa',
  KZ: 'Asia/Almaty',
  MH: 'Pacific/Majuro',
  MN: 'Asia/Ulaanbaatar',
  MX: 'America/Mexico_City',
  MY: 'Asia/Kuala_Lumpur',
  NZ: 'Pacific/Auckland',
  PF: 'Pacific/Tahiti',
  PG: 'Pacific/Port_Moresby',
  PS: 'Asia/Hebron',
  PT: 'Europe/Lisbon',
  RU: 'Europe/Moscow',
  UA: 'Europe/Kiev',
  UM: 'Pacific/Wake',
  US: 'America/New_York',
  UZ: 'Asia/Tashkent',
  XK: 'Europe/Belgrade',
};

/** Countries of several zones in which all clocks show the same. */
export const OF_ONE_CLOCK: ReadonlySet<string> = new Set(['AR', 'CY', 'DE', 'KZ', 'MH', 'MY', 'PS', 'UZ']);

/** IANA zones of a country (ISO 3166-1 alpha-2), from the Unicode data that Node carries. */
export const zonesOf = (alpha2: string): readonly string[] =>
  new Intl.Locale('und', { region: alpha2 }).getTimeZones() ?? [];

const alpha2Of = (countryId: number): string =>
  countries.numericToAlpha2(String(countryId).padStart(3, '0')) ?? '';

/** The name by which Unicode's data lists a zone that has several. */
const inUnicode = (timeZone: string): string =>
  new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;

const capitalZone = (alpha2: string): string =>
  OF_CAPITALS[alpha2] ?? (alpha2 === '' ? undefined : zonesOf(alpha2)[0]) ?? 'UTC';

/** The IANA zone that sets the days of a country (ISO 3166-1 numeric); UTC for a country in which nobody lives. */
export const timeZoneOf = (countryId: number): string => capitalZone(alpha2Of(countryId));

/** The zone of an event in a country where all clocks show the same; null: it must be chosen among `timeZonesOf`. */
export const proposedTimeZone = (countryId: number): string | null => {
  const alpha2 = alpha2Of(countryId);
  const isOne = OF_ONE_CLOCK.has(alpha2) || timeZonesOf(countryId).length === 1;
  return isOne ? capitalZone(alpha2) : null;
};

/** Every zone of a country, that of its capital first. */
export const timeZonesOf = (countryId: number): readonly string[] => {
  const alpha2 = alpha2Of(countryId);
  const first = capitalZone(alpha2);
  const zones = alpha2 === '' ? [] : zonesOf(alpha2);
  if (zones.length < 2) return [first];
  return [first, ...zones.filter((zone) => zone !== inUnicode(first)).sort()];
};
