import { expect, it } from '@jest/globals';
import { english } from './en/imports.js';
import { spanish } from './es/imports.js';
import { italian } from './it/imports.js';

it.each([
  [english, 'Import 1 row', 'Import 2 rows', '1 row was refused.'],
  [spanish, 'Importar 1 fila', 'Importar 2 filas', '1 fila se ha rechazado.'],
  [italian, 'Importa 1 riga', 'Importa 2 righe', '1 riga è stata rifiutata.'],
])('speaks of one row of a file as of one', ({ imports }, one, two, refused) => {
  expect(imports.submit(1)).toBe(one);
  expect(imports.submit(2)).toBe(two);
  expect(imports.refused(1).startsWith(refused)).toBe(true);
});
