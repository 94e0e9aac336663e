import countries from 'i18n-iso-countries';

/** Time zones of countries: a day of an institution is a day in the zone of its country. */

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

/** IANA zones of a country (ISO 3166-1 alpha-2), from the Unicode data that Node carries. */
export const zonesOf = (alpha2: string): readonly string[] =>
  new Intl.Locale('und', { region: alpha2 }).getTimeZones() ?? [];

/** The IANA zone that sets the days of a country (ISO 3166-1 numeric); UTC for a country in which nobody lives. */
export const timeZoneOf = (countryId: number): string => {
  const alpha2 = countries.numericToAlpha2(String(countryId).padStart(3, '0'));
  if (alpha2 === undefined) return 'UTC';
  return OF_CAPITALS[alpha2] ?? zonesOf(alpha2)[0] ?? 'UTC';
};
