import type { Words } from '../in-language.js';
import type { english } from '../en/track-import.js';

export const spanish: Words<typeof english> = {
  trackImport: {
    choose: 'Elegir un archivo',
    another: 'Elegir otro archivo',
    drop: 'KML, KMZ, GPX o GeoJSON, hasta 25 MB. También puede soltarlo aquí.',
    reading: 'Subiendo y leyendo el archivo...',
    failed: 'Se ha producido un error al decodificar el archivo',
    found: (lines, points) => `Líneas y áreas: ${lines}. Puntos: ${points}.`,
    thinned: (points, kept, metres) =>
      `De ${points} puntos se conservan ${kept}, pues un evento no tiene más. Ningún punto omitido está a más de ${metres} m de su línea.`,
    links: (count) =>
      count === 1
        ? 'No se ha seguido una referencia a otro archivo.'
        : `No se han seguido ${count} referencias a otros archivos.`,
    map: 'Mapa del archivo',
    mapKeys:
      'Las flechas mueven el mapa, más y menos cambian su escala. Lo que se importa se elige en la lista.',
    shapes: 'Contenido del archivo',
    nameless: 'Sin nombre',
    size: (points, km) => `${points} puntos, ${km} km`,
    becomes: (name) => `En qué se convierte ${name}`,
    show: (name) => `Mostrar ${name} en el mapa`,
    purposes: {
      track: 'Trazado',
      boxes: 'Boxes',
      start: 'Salida',
      finish: 'Llegada',
      poi: 'Punto de interés',
      nothing: 'No se importa',
    },
    allLines: 'Todas las líneas como trazado',
    noLines: 'Ninguna línea',
    allPoints: 'Todos los puntos como puntos de interés',
    noPoints: 'Ningún punto',
    gates: 'Salida y llegada en los extremos del primer trazado: el archivo no las tiene',
    replaces: 'Quitar las polilíneas ya dibujadas',
    tooMany: {
      lines: (most) => `Un evento tiene como máximo ${most} polilíneas: elija menos.`,
      pois: (most) => `Un evento tiene como máximo ${most} puntos de interés: elija menos.`,
    },
    submit: 'Importar',
  },
};
