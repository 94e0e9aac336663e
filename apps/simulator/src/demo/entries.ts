/** Drivers and cars of the demo race. All invented. */
export interface CarClass {
  readonly category: string;
  readonly brand: string;
  readonly model: string;
  readonly topSpeedKph: number;
  /** What tyres, engine and brakes hold, m/s². */
  readonly lateral: number;
  readonly forward: number;
  readonly braking: number;
}

export interface Entry {
  readonly number: string;
  readonly name: string;
  readonly surname: string;
  readonly bloodType: string;
  readonly car: CarClass;
}

const GRAN_TURISMO: CarClass = {
  category: 'Gran Turismo',
  brand: 'Tanaro',
  model: 'T4 Corsa',
  topSpeedKph: 248,
  lateral: 13,
  forward: 5.5,
  braking: 10,
};
const TURISMO: CarClass = {
  category: 'Turismo',
  brand: 'Bormida',
  model: 'B2 Evo',
  topSpeedKph: 219,
  lateral: 11.5,
  forward: 4.5,
  braking: 9,
};
const COPPA: CarClass = {
  category: 'Coppa 1600',
  brand: 'Belbo',
  model: 'Sedici',
  topSpeedKph: 191,
  lateral: 10,
  forward: 3.6,
  braking: 8,
};

export const CAR_CLASSES: readonly CarClass[] = [GRAN_TURISMO, TURISMO, COPPA];

const DRIVERS: readonly (readonly [number: string, name: string, surname: string])[] = [
  ['1', 'Ilario', 'Montebruno'],
  ['3', 'Selma', 'Akervall'],
  ['7', 'Tancredi', 'Vallescura'],
  ['8', 'Noor', 'Rietbergen'],
  ['11', 'Fosca', 'Pratolungo'],
  ['14', 'Yannick', 'Delorbe'],
  ['16', 'Ulla', 'Granstedt'],
  ['19', 'Renzo', 'Castelvero'],
  ['21', 'Mirta', 'Solferana'],
  ['22', 'Jory', 'Penhallick'],
  ['24', 'Elio', 'Rocchetti-Bo'],
  ['27', 'Zdenka', 'Horalova'],
  ['31', 'Amedeo', 'Fontechiara'],
  ['33', 'Britt', 'Solvangen'],
  ['36', 'Corrado', 'Malvicini'],
  ['38', 'Ines', 'Cardonal'],
  ['42', 'Duilio', 'Serravento'],
  ['44', 'Maelle', 'Kervadec'],
  ['47', 'Ottone', 'Brignasco'],
  ['51', 'Tove', 'Lindqvarn'],
  ['55', 'Gaspare', 'Novellone'],
  ['58', 'Rhona', 'Macallan-Reid'],
  ['63', 'Lapo', 'Terzaghetti'],
  ['77', 'Vesna', 'Dravic'],
];

const BLOOD_TYPES = ['0+', 'A+', 'B+', 'AB+', '0-', 'A-'] as const;

const FIELD = DRIVERS.length;
/** Maximum number of cars in a demo race: more would not fit on the grid, which ends behind the line. */
export const CARS = { min: 1, max: 500, default: FIELD } as const;

/** The first field has eight of each class, the fastest first; later cars are of any class. */
const classOf = (index: number): CarClass =>
  (index < FIELD ? CAR_CLASSES[Math.floor((index * CAR_CLASSES.length) / FIELD)] : undefined) ??
  CAR_CLASSES[index % CAR_CLASSES.length] ??
  GRAN_TURISMO;

/** Behind the first field the same names in other pairs, with numbers above all of its own. */
const driverOf = (index: number): readonly [number: string, name: string, surname: string] => {
  const [number = '', name = ''] = DRIVERS[index % FIELD] ?? [];
  const round = Math.floor(index / FIELD);
  const [, , surname = ''] = DRIVERS[(index + round) % FIELD] ?? [];
  return [index < FIELD ? number : String(100 + index - FIELD), name, surname];
};

/** So many entries, in order of the grid; the same for every race. */
export const entriesOf = (cars: number): readonly Entry[] =>
  Array.from({ length: cars }, (_, index) => {
    const [number, name, surname] = driverOf(index);
    return {
      number,
      name,
      surname,
      bloodType: BLOOD_TYPES[index % BLOOD_TYPES.length] ?? '0+',
      car: classOf(index),
    };
  });

/** The field of a demo race unless another number of cars is asked for. */
export const ENTRIES: readonly Entry[] = entriesOf(CARS.default);
