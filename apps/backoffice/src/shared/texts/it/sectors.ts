import type { Words } from '../in-language.js';
import type { english } from '../en/sectors.js';

export const italian: Words<typeof english> = {
  sectors: {
    title: 'Settori',
    of: (event) => `Settori di ${event}`,
    search: 'Cerca settore',
    create: 'Nuovo settore',
    details: 'Dettagli del settore',
    name: (number) => `Settore ${number}`,
    heads: { number: 'Numero', kilometres: 'Km', stretch: 'Tratto', picture: 'Immagine' },
    empty: 'Nessun settore trovato.',
    noTrack: "L'evento non ha ancora un tracciato. Lo disegni prima.",
    footer: (first, last, total) => `Da ${first} a ${last} di ${total} settori`,
    remove: 'Elimina settore',
    created: 'Settore creato',
    updated: 'Settore aggiornato',
    deleted: 'Settore eliminato',
    pictureOf: (number) => `Immagine del settore ${number}`,
    map: 'Mappa dei settori',

    fields: { number: 'Numero', kilometres: 'Chilometri', picture: 'Immagine', stretch: 'Tratto' },
    upload: 'Carica',
    fromMap: 'Dalla mappa',

    onTrack: 'Sul tracciato',
    noStretch: 'Nessuno',
    offLine: (metres) => `A ${metres} m dal tracciato`,
    choose: 'Scegli sulla mappa',
    setAgain: 'Imposta di nuovo',
    without: 'Togli il tratto',
    kilometres: (kilometres) => `${kilometres} km`,

    stretch: {
      title: 'Tratto del settore',
      lead: 'Prema dove il settore inizia sul tracciato, poi dove finisce. Oppure scriva i metri lungo il tracciato.',
      from: 'Inizia a (metri)',
      to: 'Finisce a (metri)',
      next: { from: 'Prema dove il settore inizia.', to: 'Prema dove il settore finisce.' },
      map: 'Mappa per scegliere il tratto',
      keys: 'Le frecce muovono la mappa, più e meno cambiano lo zoom, Invio mette il limite al centro della mappa.',
      done: 'Usa questo tratto',
      failed: 'La mappa non può essere mostrata. Scriva i metri.',
    },

    divide: {
      open: 'Dividi il tracciato',
      title: 'Dividi il tracciato in settori',
      count: 'Numero di settori',
      range: (least, most) => `Un numero intero da ${least} a ${most}.`,
      each: (kilometres) => `${kilometres} km ciascuno, con immagini dalla mappa.`,
      replaces: (count) =>
        count === 1
          ? 'Il settore esistente viene eliminato.'
          : `I ${count} settori esistenti vengono eliminati.`,
      start: 'Dividi',
      progress: (done, of) => `${done} di ${of}`,
      done: (count) => (count === 1 ? '1 settore creato' : `${count} settori creati`),
      stopped: (done, of) => `Sono stati creati ${done} settori su ${of}.`,
      replaced: (count) =>
        count === 1 ? 'È stato sostituito 1 settore.' : `Sono stati sostituiti ${count} settori.`,
      undo: 'Annulla',
      restored: (count) => (count === 1 ? '1 settore ripristinato' : `${count} settori ripristinati`),
    },
  },
};
