import type { Words } from '../in-language.js';
import type { english } from '../en/sectors.js';

export const spanish: Words<typeof english> = {
  sectors: {
    title: 'Sectores',
    of: (event) => `Sectores de ${event}`,
    search: 'Buscar sector',
    create: 'Nuevo sector',
    details: 'Detalles del sector',
    name: (number) => `Sector ${number}`,
    heads: { number: 'Número', kilometres: 'Km', stretch: 'Tramo', picture: 'Imagen' },
    empty: 'No se encontraron sectores.',
    noTrack: 'El evento aún no tiene trazado. Dibújelo primero.',
    footer: (first, last, total) => `Mostrando ${first} a ${last} de ${total} sectores`,
    remove: 'Eliminar sector',
    created: 'Sector creado',
    updated: 'Sector actualizado',
    deleted: 'Sector eliminado',
    pictureOf: (number) => `Imagen del sector ${number}`,
    map: 'Mapa de los sectores',

    fields: { number: 'Número', kilometres: 'Kilómetros', picture: 'Imagen', stretch: 'Tramo' },
    upload: 'Subir',
    fromMap: 'Desde el mapa',

    onTrack: 'En el trazado',
    noStretch: 'Ninguno',
    offLine: (metres) => `A ${metres} m del trazado`,
    choose: 'Elegir en el mapa',
    setAgain: 'Fijar de nuevo',
    without: 'Quitar el tramo',
    kilometres: (kilometres) => `${kilometres} km`,

    stretch: {
      title: 'Tramo del sector',
      lead: 'Pulse donde empieza el sector en el trazado y luego donde termina. O escriba los metros a lo largo del trazado.',
      from: 'Empieza en (metros)',
      to: 'Termina en (metros)',
      next: { from: 'Pulse donde empieza el sector.', to: 'Pulse donde termina el sector.' },
      map: 'Mapa para elegir el tramo',
      keys: 'Las flechas mueven el mapa, más y menos cambian el zoom, Intro fija el extremo en el centro del mapa.',
      done: 'Usar este tramo',
      failed: 'No se puede mostrar el mapa. Escriba los metros.',
    },

    divide: {
      open: 'Dividir el trazado',
      title: 'Dividir el trazado en sectores',
      count: 'Número de sectores',
      range: (least, most) => `Un número entero de ${least} a ${most}.`,
      each: (kilometres) => `${kilometres} km cada uno, con imágenes del mapa.`,
      replaces: (count) =>
        count === 1 ? 'Se elimina el sector que existe.' : `Se eliminan los ${count} sectores que existen.`,
      start: 'Dividir',
      progress: (done, of) => `${done} de ${of}`,
      done: (count) => (count === 1 ? '1 sector creado' : `${count} sectores creados`),
      stopped: (done, of) => `Se crearon ${done} de ${of} sectores.`,
      replaced: (count) =>
        count === 1 ? 'Se ha sustituido 1 sector.' : `Se han sustituido ${count} sectores.`,
      undo: 'Deshacer',
      restored: (count) => (count === 1 ? '1 sector restaurado' : `${count} sectores restaurados`),
    },
  },
};
