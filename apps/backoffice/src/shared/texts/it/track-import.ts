import type { Words } from '../in-language.js';
import type { english } from '../en/track-import.js';

export const italian: Words<typeof english> = {
  trackImport: {
    choose: 'Scegli un file',
    another: 'Scegli un altro file',
    drop: 'KML, KMZ, GPX o GeoJSON, fino a 25 MB. Può anche trascinarlo qui.',
    reading: 'Caricamento e lettura del file...',
    failed: 'Si è verificato un errore durante la decodifica del file',
    found: (lines, points) => `Linee e aree: ${lines}. Punti: ${points}.`,
    thinned: (points, kept, metres) =>
      `Di ${points} punti ne restano ${kept}, perché un evento non ne ha di più. Nessun punto omesso dista più di ${metres} m dalla sua linea.`,
    links: (count) =>
      count === 1
        ? 'Un rimando a un altro file non è stato seguito.'
        : `${count} rimandi ad altri file non sono stati seguiti.`,
    map: 'Mappa del file',
    mapKeys:
      'Le frecce muovono la mappa, più e meno ne cambiano la scala. Quello che si importa si sceglie nella lista.',
    shapes: 'Contenuto del file',
    nameless: 'Senza nome',
    size: (points, km) => `${points} punti, ${km} km`,
    becomes: (name) => `Che cosa diventa ${name}`,
    show: (name) => `Mostra ${name} sulla mappa`,
    purposes: {
      track: 'Tracciato',
      boxes: 'Box',
      start: 'Partenza',
      finish: 'Arrivo',
      poi: 'Punto di interesse',
      nothing: 'Non importato',
    },
    allLines: 'Tutte le linee come tracciato',
    noLines: 'Nessuna linea',
    allPoints: 'Tutti i punti come punti di interesse',
    noPoints: 'Nessun punto',
    gates: 'Partenza e arrivo alle estremità del primo tracciato: il file non li ha',
    replaces: 'Rimuovi le polilinee già disegnate',
    tooMany: {
      lines: (most) => `Un evento ha al massimo ${most} polilinee: scegline meno.`,
      pois: (most) => `Un evento ha al massimo ${most} punti di interesse: scegline meno.`,
    },
    submit: 'Importa',
  },
};
