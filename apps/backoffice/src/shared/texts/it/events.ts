import type { english } from '../en/events.js';
import type { Words } from '../in-language.js';

export const italian: Words<typeof english> = {
  liveNow: {
    title: 'In corso',
    competitors: (count) => (count === 1 ? '1 concorrente' : `${count} concorrenti`),
    invited: (count) => (count === 1 ? '1 invitato' : `${count} invitati`),
    detail: 'Vedi dettaglio',
    watch: 'Guarda la gara dal vivo',
    running: 'Attualmente in gara',
    raceNow: 'La gara adesso',
    empty: 'Nessuna gara in corso.',
    emptyNext: 'Un evento pubblicato compare qui dall’inizio alla fine.',
  },

  events: {
    one: 'Evento',
    tabs: 'Eventi',
    tab: { current: 'Eventi attuali', past: 'Eventi passati' },
    titles: { current: 'Prossimi eventi', past: 'Eventi passati' },
    search: 'Cerca evento',
    create: 'Nuovo evento',
    heads: {
      name: 'Nome',
      institution: 'Istituzione',
      dates: 'Data di inizio e fine',
      localization: 'Località',
      country: 'Paese',
      invited: 'Concorrenti (Invitati)',
      authorized: 'Autorizzati',
      published: 'Pubblicato',
      circuit: 'Nome del circuito',
    },
    open: (name) => `Apri ${name}`,
    showInHistory: (name) => `Mostra ${name} nello storico`,
    empty: 'Nessun evento trovato.',
    footer: (first, last, total) => `Da ${first} a ${last} di ${total} eventi`,
    deleted: 'Evento eliminato',
  },

  openAsItWas: 'Com’era',

  checkCars: 'Controlla le vetture',

  event: {
    published: 'Pubblicato',
    draft: 'Non pubblicato',
    remove: 'Elimina evento',
    edit: 'Modifica dettagli',
    publishEvent: 'Pubblica evento',
    postpone: 'Rinvia',
    copy: 'Copia evento',
    facts: 'Dati dell’evento',
    start: 'Data di inizio',
    finish: 'Data di fine',
    place: 'Città/Provincia/Paese',
    institution: 'Nome dell’istituzione',
    circuit: 'Nome del circuito',
    categories: 'Categorie',
    atTrack: (moment, zone) => `${moment} (${zone})`,
    yours: (moment) => `La sua ora: ${moment}`,

    removeQuestion: (name) => `Vuoi davvero eliminare ${name}?`,
    removeWhat:
      'Con esso spariscono gli inviti, il tracciato, i settori e i punti di interesse. Le licenze in uso vengono restituite, i dispositivi dei concorrenti rifiutati e chi lo sta guardando viene avvisato.',
    removeName: (name) => `Di questo evento si sono corse gare. Scriva il suo nome per eliminarlo: ${name}`,
    removeWrong: 'Questo non è il nome dell’evento.',

    reason: 'Motivo',
    postponeLead:
      'Le prove speciali si spostano con l’evento, alle stesse ore del giorno. I concorrenti che hanno accettato vengono avvisati per e-mail, con il motivo.',
    postponed: 'Evento rinviato',

    copyName: (name) => `${name} (copia)`,
    copyLeftOut: (count) =>
      count === 1
        ? '1 concorrente è stato tralasciato, perché eliminato dall’istituzione.'
        : `${count} concorrenti sono stati tralasciati, perché eliminati dall’istituzione.`,
    copyLead: 'La copia non è pubblicata. I suoi concorrenti non sono né invitati né autorizzati.',
    copyParts: 'Copia anche',
    copyRoute: 'Tracciato',
    copySectors: 'Settori',
    copyStages: 'Prove speciali',
    copyPois: 'Punti di interesse',
    copyCompetitors: 'Concorrenti',

    publish: {
      question: (name) => `Vuoi davvero pubblicare ${name}?`,
      visible: 'Questo diventa visibile:',
      categories: (count) => `Categorie: ${count}`,
      competitors: (count) => `Concorrenti: ${count}`,
      track: 'Il tracciato',
      noTrack: 'Nessun tracciato: non ne è disegnato alcuno',
      pois: (count) => `Punti di interesse: ${count}`,
      sectors: (count) => `Settori: ${count}`,
      invitations: (count) => {
        if (count === 0) return 'Non parte alcun invito.';
        return count === 1 ? 'Parte 1 invito.' : `Partono ${count} inviti.`;
      },
      forGood: 'Un evento pubblicato non si può ritirare.',
      done: 'Evento pubblicato',
    },

    ready: {
      title: 'Pronto per la gara',
      marks: {
        ready: 'Pronto per la gara',
        attention: 'Richiede attenzione',
        missing: 'Non pronto per la gara',
      },
      lines: {
        published: (state) => (state === 'ready' ? 'Pubblicato' : 'Non pubblicato'),
        line: (state, done, of) =>
          state === 'ready'
            ? 'Tracciato con partenza e arrivo'
            : `Tracciato con partenza e arrivo: ${done} di ${of}`,
        categories: (state, done) => (state === 'missing' ? 'Nessuna categoria' : `Categorie: ${done}`),
        competitors: (_state, done, of) => `Concorrenti autorizzati: ${done} di ${of}`,
        licences: (_state, done, of) => `Licenze disponibili: ${done}, ancora necessarie: ${of}`,
        heard: (_state, done, of) => `Vetture ricevute nell’ultimo giorno: ${done} di ${of}`,
      },
      ways: {
        publish: 'Pubblica evento',
        details: 'Modifica dettagli',
        map: 'Modifica mappa',
        competitors: 'Gestisci concorrenti',
        licences: 'Licenze',
        devices: 'Controlla le vetture',
      },
      needed: { category: 'categoria', carNumber: 'numero di gara', brand: 'marca', model: 'modello' },
      lacks: (competitor, what) => `${competitor}: manca ${what}`,
      more: (count) => (count === 1 ? 'e un altro' : `e altri ${count}`),
    },

    dialog: {
      create: 'Crea nuovo evento',
      edit: 'Dettagli dell’evento',
      name: 'Nome',
      institution: 'Istituzione',
      country: 'Paese',
      state: 'Provincia',
      city: 'Città',
      circuit: 'Nome del circuito',
      categories: 'Categorie',
      noCategories: 'L’istituzione non ha ancora categorie.',
      zone: 'Fuso orario del circuito',
      start: 'Inizio',
      finish: 'Fine',
      radius: 'Raggio del traguardo (metri)',
      radiusHelp: 'Una vettura completa un giro dove passa più vicino al traguardo entro questa distanza.',
      delay: 'Ritardo della safety car (secondi)',
      delayHelp:
        'La bandiera safety car parte dopo questo tempo da quando è premuta, mentre scorre un conto alla rovescia.',
      created: 'Evento creato',
      updated: 'Evento aggiornato',
      repeated: 'Allora gli orologi tornano indietro: delle due ore vale la prima.',
      somebody: 'Qualcuno',
      changedBy: (who, when, fields) =>
        `${who} ha modificato questo evento il ${when}: ${fields}. Ciò che lei ha scritto resta, il resto è come lo ha salvato. Salvi di nuovo per mantenere entrambi.`,
      institutionStays: 'La sua istituzione resta: ci sono concorrenti iscritti.',
      chooseInstitution: 'Scelga prima un’istituzione.',
    },

    map: {
      title: 'Mappa',
      edit: 'Modifica mappa',
      sectors: 'Settori',
      region: 'Mappa del tracciato',
      noTrack: 'L’evento non ha ancora un tracciato.',
      track: (name, kilometres) => `${name}, ${kilometres} km`,
      report: 'Esporta rapporti di gara',
      exportTrack: 'Esporta tracciato',
      otherFormats: 'Altri formati del tracciato',
      invalid: 'Dati non validi',
      download: 'Scarica',
    },

    pois: {
      title: 'Punti di interesse',
      dialog: 'Punti di interesse',
      viewAll: 'Vedi tutti',
      heads: { description: 'Descrizione', lat: 'Lat.', long: 'Long.' },
      empty: 'L’evento non ha punti di interesse.',
      footer: (first, last, total) => `Da ${first} a ${last} di ${total} punti di interesse`,
    },

    stages: {
      create: 'Nuova prova speciale',
      details: 'Dettagli della prova',
      remove: 'Elimina prova speciale',
      saved: 'Prove speciali salvate',
      drawn: 'Disegnata',
      notDrawn: 'Non disegnata',
      ofLine: 'Della linea disegnata.',
      taken: "Un'altra prova ha questo numero.",
      changed: (name) => `Qualcun altro ha modificato ${name} nel frattempo: questi sono ora i suoi dati.`,
      gone: (name) => `Qualcun altro ha eliminato ${name} nel frattempo.`,
      title: 'Prove speciali',
      heads: { stage: 'Prova', name: 'Nome', km: 'Km', start: 'Data di inizio', line: 'Linea' },
      empty: 'L’evento non ha prove speciali.',
      footer: (first, last, total) => `Da ${first} a ${last} di ${total} prove speciali`,
    },

    pictures: {
      title: 'Immagini della gara',
      heads: { taken: 'Scattata', by: 'Da' },
      empty: 'Nessuna immagine della gara è stata conservata.',
      download: (moment) => `Scarica l’immagine delle ${moment}`,
      footer: (first, last, total) => `Da ${first} a ${last} di ${total} immagini`,
    },

    competitors: {
      manage: 'Gestisci concorrenti',
      view: 'Vedi elenco dei concorrenti',
    },

    report: {
      title: 'Rapporti di gara',
      heads: [
        'Ora',
        'Tipo',
        'Bandiera',
        'Messaggio',
        'Vettura',
        'Confermate',
        'Da',
        'Presa in carico',
        'Chiusa',
        'Chiusa da',
      ],
      flag: 'Bandiera',
      withdrawn: 'Bandiera ritirata',
      note: 'Nota',
    },
  },
};
