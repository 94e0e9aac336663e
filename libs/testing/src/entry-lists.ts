/** Competitor lists in the layouts of three federations, with invented people. */

const FIRST = ['Carla', 'José', 'Márta', 'Günther', 'Zoë', 'Łukasz', 'Aino', 'Þóra', 'Renée', 'Íñigo'];
const LAST = [
  'Bianchi',
  'Núñez',
  'D’Amico',
  'Müller',
  'De la Rosa',
  'Kovács',
  'O’Neil',
  'Lefèvre',
  'Öberg',
  'Sòria',
];
const CARS = [
  ['Lancia', 'Delta'],
  ['Škoda', 'Fabia RS'],
  ['Fiat', '131 Abarth'],
  ['Opel', 'Ascona 400'],
] as const;
const BLOOD = ['0+', 'A+', 'B-', 'AB+'];

const at = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;

export interface Entry {
  readonly number: string;
  readonly category: string;
  readonly first: string;
  readonly last: string;
  readonly email: string;
  readonly phone: string;
  readonly blood: string;
  readonly codriverFirst: string;
  readonly codriverLast: string;
  readonly brand: string;
  readonly model: string;
}

/** Competitor `index` of a list. Car numbers have leading zeros, every third has no co-driver. */
export const entry = (index: number, category = 'WRC'): Entry => {
  const [brand, model] = at(CARS, index);
  const hasCodriver = index % 3 !== 2;
  return {
    number: String(index + 1).padStart(3, '0'),
    category,
    first: at(FIRST, index),
    last: `${at(LAST, Math.floor(index / FIRST.length))} ${index + 1}`,
    email: `entry${index + 1}@example.org`,
    phone: `+39 0173 ${String(1000 + index)}`,
    blood: at(BLOOD, index),
    codriverFirst: hasCodriver ? at(FIRST, index + 3) : '',
    codriverLast: hasCodriver ? at(LAST, index + 5) : '',
    brand,
    model,
  };
};

export interface Layout {
  /** Rows above the header. */
  readonly titles: readonly (readonly string[])[];
  readonly head: readonly string[];
  readonly row: (entry: Entry) => readonly string[];
}

const LAYOUTS = {
  /** Everything in a column of its own, under two title lines. */
  italian: {
    titles: [['ELENCO ISCRITTI'], ['Rally delle Langhe', '', '6 giugno 2026']],
    head: [
      ...['N° gara', 'Classe', 'Cognome', 'Nome', 'Gruppo sanguigno', 'E-mail', 'Cellulare'],
      ...['Cognome navigatore', 'Nome navigatore', 'Marca vettura', 'Modello vettura', 'Licenza'],
    ],
    row: (one) => [
      ...[one.number, one.category, one.last, one.first, one.blood, one.email, one.phone],
      ...[one.codriverLast, one.codriverFirst, one.brand, one.model, '123456'],
    ],
  },
  /** Names in one cell. */
  spanish: {
    titles: [],
    head: [
      'Dorsal',
      'Piloto',
      'Copiloto',
      'Correo electrónico',
      'Teléfono',
      'Grupo sanguíneo',
      'Clase',
      'Marca',
      'Modelo',
    ],
    row: (one) => [
      one.number,
      `${one.last}, ${one.first}`,
      one.codriverLast === '' ? '' : `${one.codriverLast}, ${one.codriverFirst}`,
      ...[one.email, one.phone, one.blood, one.category, one.brand, one.model],
    ],
  },
  /** No blood type. */
  german: {
    titles: [['Nennliste'], []],
    head: [
      'Startnummer',
      'Klasse',
      'Vorname',
      'Name',
      'E-Mail-Adresse',
      'Vorname Beifahrer',
      'Name Beifahrer',
      'Marke',
      'Modell',
    ],
    row: (one) => [
      ...[one.number, one.category, one.first, one.last, one.email],
      ...[one.codriverFirst, one.codriverLast, one.brand, one.model],
    ],
  },
} as const satisfies Record<string, Layout>;
export type LayoutName = keyof typeof LAYOUTS;

/** All rows of a list, titles and header first. */
export const entryList = (layout: LayoutName, entries: readonly Entry[]): string[][] => {
  const { titles, head, row }: Layout = LAYOUTS[layout];
  return [...titles, head, ...entries.map(row)].map((cells) => [...cells]);
};

/** As text, each cell in quotes. */
export const separated = (rows: readonly (readonly string[])[], separator: string): string =>
  rows.map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(separator)).join('\r\n');
