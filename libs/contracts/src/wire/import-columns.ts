/** Columns of a list of competitors: their contents, and their headers in lists of five languages. */

/** The possible contents of a column, in the order of our own export. */
export const IMPORT_FIELDS = [
  'Number',
  'Category',
  'Name',
  'Surname',
  'Email',
  'Phone',
  'GrupoSanguineo',
  'CodriverName',
  'CodriverSurname',
  'CodriverGrupoSang',
  'Brand',
  'Model',
  /** First and last name in one cell. */
  'FullName',
  'CodriverFullName',
] as const;
export type ImportField = (typeof IMPORT_FIELDS)[number];
export const isImportField = (text: string): text is ImportField =>
  IMPORT_FIELDS.some((field) => field === text);

/** A file without a header has these columns, as has our own export. */
export const PLAIN_COLUMNS = IMPORT_FIELDS.slice(0, 12);

const CODRIVER = 'codriver co-driver copiloto navegante navigatore copilota copilote navigator beifahrer';
const DRIVER =
  'driver pilot pilota piloto pilote fahrer conductor conduttore conducteur competitor concorrente';
/** Conjunctions and articles, which are ignored. */
const JOINING = 's of the del de la el du des di dello della der des the and y e et und';

/** By field of a person, without the word that identifies the person. */
const OF_A_PERSON = {
  first: ['first name', 'firstname', 'given name', 'forename', 'nombres', 'prenom', 'vorname'],
  last: [
    ...['last name', 'lastname', 'surname', 'family name', 'apellido', 'apellidos', 'cognome'],
    ...['nom famille', 'nachname', 'familienname'],
  ],
  /** A first name beside a last name, a last name beside a first name, else both. */
  either: ['name', 'nombre', 'nome', 'nom'],
  full: [
    ...['', 'full name', 'fullname', 'nombre apellidos', 'apellidos nombre', 'nombre completo'],
    ...['cognome nome', 'nome cognome', 'nominativo', 'nom prenom', 'prenom nom', 'name vorname'],
    ...['vorname name', 'nachname vorname', 'vorname nachname'],
  ],
  blood: [
    ...['blood type', 'blood group', 'blood', 'grupo sanguineo', 'grupo sang', 'tipo sangre'],
    ...['tipo sanguineo', 'gruppo sanguigno', 'gruppo sang', 'groupe sanguin', 'blutgruppe'],
  ],
} as const;

const OF_THE_ENTRY: Partial<Readonly<Record<ImportField, readonly string[]>>> = {
  Number: [
    ...['number', 'no', 'nr', 'n', 'num', 'car no', 'car nr', 'car number', 'start number', 'start no'],
    ...['race number', 'numero', 'num coche', 'numero coche', 'dorsal', 'numero carrera', 'n gara'],
    ...['numero gara', 'no gara', 'num gara', 'numero vettura', 'numero voiture', 'numero course'],
    ...['startnummer', 'startnr', 'start nr', 'nummer', 'fahrzeugnummer'],
  ],
  Category: [
    ...['category', 'class', 'group', 'categoria', 'clase', 'grupo', 'classe', 'gruppo'],
    ...['categorie', 'groupe', 'kategorie', 'klasse', 'gruppe', 'division', 'raggruppamento'],
  ],
  // Without the 'e' of e-mail, which also joins words.
  Email: [
    ...['email', 'mail', 'email address', 'mail address', 'correo', 'correo electronico'],
    ...['posta elettronica', 'indirizzo email', 'indirizzo mail', 'courriel', 'adresse email'],
    ...['adresse mail', 'mail adresse', 'email adresse', 'mailadresse', 'emailadresse'],
  ],
  Phone: [
    ...['phone', 'phone number', 'telephone', 'tel', 'mobile', 'mobile phone', 'cell', 'cell phone'],
    ...['telefono', 'movil', 'telefono movil', 'celular', 'cellulare', 'numero telefono', 'portable'],
    ...['telephone portable', 'telefon', 'telefonnummer', 'handy', 'mobil', 'mobiltelefon'],
  ],
  Brand: [
    ...['brand', 'make', 'manufacturer', 'car brand', 'car make', 'marca', 'marca coche'],
    ...['marca vehiculo', 'marca vettura', 'marca auto', 'marque', 'marque voiture', 'marke'],
    ...['hersteller', 'fabricante', 'fahrzeugmarke'],
  ],
  Model: [
    ...['model', 'car model', 'modelo', 'modelo coche', 'modelo vehiculo', 'modello'],
    ...['modello vettura', 'modello auto', 'modele', 'modele voiture', 'modell', 'fahrzeugmodell', 'typ'],
  ],
};

/** The words of a header without case, accents, signs and line ends. */
export const plainHeader = (header: string): string =>
  header
    .replaceAll('#', ' no ')
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/co[\s-]+(?=driver|pilot|pilota|piloto|pilote)/u, 'co')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));
const [CODRIVERS, DRIVERS, JOINERS] = [words(`${CODRIVER} copilot`), words(DRIVER), words(JOINING)];
const ENTRY_FIELDS = new Map<string, ImportField>(
  Object.entries(OF_THE_ENTRY).flatMap(([field, names]) =>
    names.map((name) => [name, field as ImportField] as const),
  ),
);
type Part = keyof typeof OF_A_PERSON;
const PARTS = new Map<string, Part>(
  Object.entries(OF_A_PERSON).flatMap(([part, names]) => names.map((name) => [name, part as Part] as const)),
);

type Meaning =
  { readonly field: ImportField } | { readonly person: 'driver' | 'codriver'; readonly part: Part };

const meaningOf = (header: string): Meaning | null => {
  const all = plainHeader(header).split(' ');
  const isCodriver = all.some((word) => CODRIVERS.has(word));
  const isDriver = all.some((word) => DRIVERS.has(word));
  const rest = all
    .filter((word) => !CODRIVERS.has(word) && !DRIVERS.has(word) && !JOINERS.has(word))
    .join(' ');
  const field = ENTRY_FIELDS.get(rest);
  // A co-driver has no address, telephone or number here.
  if (field !== undefined) return isCodriver ? null : { field };
  const part = PARTS.get(rest);
  if (part === undefined || (rest === '' && !isCodriver && !isDriver)) return null;
  return { person: isCodriver ? 'codriver' : 'driver', part };
};

const FIELDS_OF = {
  driver: { first: 'Name', last: 'Surname', full: 'FullName', blood: 'GrupoSanguineo' },
  codriver: {
    first: 'CodriverName',
    last: 'CodriverSurname',
    full: 'CodriverFullName',
    blood: 'CodriverGrupoSang',
  },
} as const;

/** Content of each column by its header; null if it is unknown, or an earlier column has the same. */
export const proposeFields = (headers: readonly string[]): (ImportField | null)[] => {
  const meanings = headers.map(meaningOf);
  const has = (person: 'driver' | 'codriver', part: Part): boolean =>
    meanings.some((one) => one !== null && 'part' in one && one.person === person && one.part === part);
  const either = (person: 'driver' | 'codriver'): 'first' | 'last' | 'full' => {
    if (has(person, 'last')) return 'first';
    return has(person, 'first') ? 'last' : 'full';
  };
  const taken = new Set<ImportField>();
  return meanings.map((meaning) => {
    if (meaning === null) return null;
    const field =
      'field' in meaning
        ? meaning.field
        : FIELDS_OF[meaning.person][meaning.part === 'either' ? either(meaning.person) : meaning.part];
    if (taken.has(field)) return null;
    taken.add(field);
    return field;
  });
};

/**
 * First and last name out of one cell: `Last, First`; else the words in capitals beside others are the last name; else
 * the first word is the first name.
 */
export const splitName = (full: string): readonly [first: string, last: string] => {
  const [before = '', after] = full.split(/,(.*)/su).map((part) => part.trim());
  if (after !== undefined) return [after, before];
  const parts = before.split(/\s+/u);
  const isLoud = (word: string): boolean =>
    word.length > 1 && word === word.toUpperCase() && /\p{Lu}/u.test(word);
  const loud = parts.filter(isLoud);
  if (loud.length > 0 && loud.length < parts.length)
    return [parts.filter((word) => !isLoud(word)).join(' '), loud.join(' ')];
  return [parts[0] ?? '', parts.slice(1).join(' ')];
};
