import { describe, expect, it } from '@jest/globals';
import { COLUMN_TEXTS } from '../texts/people.js';
import { TEXTS_IN } from '../texts/server.js';
import { PLAIN_COLUMNS, proposeFields, splitName, type ImportField } from './import-columns.js';

describe('columns are proposed from their headers', () => {
  it.each<readonly [string, string, readonly (ImportField | null)[]]>([
    [
      'English',
      "No.|Class|First name|Last name|E-mail|Mobile phone|Driver's blood type|Co-driver first name|Co-driver last name|Co-driver blood type|Make|Model|Licence",
      [...PLAIN_COLUMNS, null],
    ],
    [
      'Spanish',
      'Nº|Clase|Nombre del piloto|Apellidos del piloto|Correo electrónico|Teléfono móvil|Grupo sanguíneo|Nombre del copiloto|Apellidos del copiloto|Grupo sanguíneo copiloto|Marca|Modelo',
      PLAIN_COLUMNS,
    ],
    [
      'Italian',
      'N° gara|Classe|Nome|Cognome|Indirizzo e-mail|Cellulare|Gruppo sanguigno pilota|Nome navigatore|Cognome navigatore|Gruppo sanguigno navigatore|Marca vettura|Modello vettura',
      PLAIN_COLUMNS,
    ],
    [
      'French',
      'Numéro|Catégorie|Prénom|Nom|Adresse e-mail|Téléphone portable|Groupe sanguin|Prénom copilote|Nom du copilote|Groupe sanguin du copilote|Marque|Modèle',
      PLAIN_COLUMNS,
    ],
    [
      'German',
      'Startnummer|Klasse|Vorname|Name|E-Mail-Adresse|Telefon|Blutgruppe|Vorname Beifahrer|Name Beifahrer|Blutgruppe Beifahrer|Marke|Modell',
      PLAIN_COLUMNS,
    ],
    ['one cell for a name', 'Dorsal|Piloto|Copiloto', ['Number', 'FullName', 'CodriverFullName']],
    ['a name alone', 'Name|Email', ['FullName', 'Email']],
    ['a column twice', 'Class|Group', ['Category', null]],
    ['what is no field', 'Email copiloto||Remarks', [null, null, null]],
  ])('in %s', (_, headers, fields) => {
    expect(proposeFields(headers.split('|'))).toEqual(fields);
  });

  it('of our own export in every language', () => {
    for (const { columns } of [{ columns: COLUMN_TEXTS }, ...Object.values(TEXTS_IN)])
      expect(proposeFields(PLAIN_COLUMNS.map((field) => columns[field]))).toEqual(PLAIN_COLUMNS);
  });
});

describe('a name in one cell', () => {
  it.each([
    ['Bianchi, Carla', ['Carla', 'Bianchi']],
    ['DE LA ROSA Pedro', ['Pedro', 'DE LA ROSA']],
    ['Pedro DE LA ROSA', ['Pedro', 'DE LA ROSA']],
    ['Carla Bianchi Verdi', ['Carla', 'Bianchi Verdi']],
    ['CARLA BIANCHI', ['CARLA', 'BIANCHI']],
    ['Carla', ['Carla', '']],
  ])('%s', (full, parts) => {
    expect(splitName(full)).toEqual(parts);
  });
});
