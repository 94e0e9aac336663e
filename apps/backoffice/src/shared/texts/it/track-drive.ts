import type { english } from '../en/track-drive.js';
import type { Words } from '../in-language.js';

export const italian: Words<typeof english> = {
  trackDrive: {
    title: 'Da un percorso',
    lead: 'Il tracciato è disegnato come lo ha percorso un’auto: chiuso, con meno punti, con partenza e traguardo dove il percorso incontra sé stesso.',
    sources: { history: 'Un’auto di un evento', file: 'Un file di un percorso' },
    event: 'Evento',
    eventsFailed: 'Non è stato possibile leggere gli eventi.',
    noEvents: 'Nessun evento è ancora iniziato.',
    car: 'Auto',
    carOf: (number, name) =>
      [number === '' ? 'Senza numero' : number, name].filter((part) => part !== '').join(' · '),
    noCars: 'Nessuna auto è iscritta a questo evento.',
    part: 'Parte del percorso',
    lap: (lap, time) => `Giro ${lap} · ${time}`,
    laps: (first, last) => `Giri da ${first} a ${last} insieme`,
    atTime: 'Un’ora del giorno',
    from: (zone) => `Da, secondo gli orologi della pista (${zone})`,
    minutes: 'Minuti',
    minutesRange: (most) => `Da 1 a ${most} minuti.`,
    noTime: 'Inserire un’ora che gli orologi della pista mostrano.',
    show: 'Mostra il tracciato',
    reading: 'Lettura delle posizioni...',
    file: 'Un file GPX, KML o GeoJSON di chi percorre il giro. Viene letto e non salvato.',
    line: 'Linea del file',
    lineOf: (name, points) => `${name} · ${points} punti`,
    nameless: 'Senza nome',
    noLine: 'Il file non ha una linea che un’auto potrebbe aver percorso.',
    noPositions: 'Non ci sono posizioni di quest’auto in quel tempo.',
    noTrack: 'L’auto non si è mossa in quel tempo.',
    preview: 'Il tracciato',
    map: 'Mappa del tracciato',
    circuit: (laps) => (laps === 1 ? 'Un circuito, fatto di un giro' : `Un circuito, fatto di ${laps} giri`),
    open: 'Una linea aperta: il percorso non torna dove è iniziato',
    use: 'Usa questo tracciato',
  },
};
