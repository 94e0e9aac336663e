import type { english } from '../en/competitors.js';
import type { Words } from '../in-language.js';

export const italian: Words<typeof english> = {
  entries: {
    title: 'Concorrenti',
    titleOf: (event) => `Concorrenti di ${event}`,
    past: 'EVENTO CONCLUSO',
    search: 'Cerca concorrente',
    add: 'Aggiungi concorrente',
    edit: 'Modifica concorrente',
    editOf: (name) => `Modifica ${name}`,
    selectOf: (name) => `Seleziona ${name}`,
    deviceOf: (name) => `Dispositivo di ${name}`,
    heads: {
      number: 'Numero',
      driver: 'Pilota',
      codriver: 'Copilota',
      category: 'Categoria',
      brand: 'Marca',
      model: 'Modello',
      invitation: 'Invito',
      authorization: 'Autorizzazione',
    },
    mails: {
      queued: 'e-mail in attesa',
      refused: 'indirizzo rifiutato',
      interrupted: 'e-mail interrotta, inviare di nuovo',
      noAddress: 'senza indirizzo',
    },
    withBloodType: (name, bloodType) => `${name} (${bloodType})`,
    missingData: 'Dati mancanti',
    empty: 'Nessun concorrente trovato.',
    footer: (first, last, total) => `Da ${first} a ${last} di ${total} concorrenti`,
    selected: (count) => (count === 1 ? '1 selezionato' : `${count} selezionati`),
    group: 'Seleziona concorrenti',
    groups: { all: 'Tutti', complete: 'Pronti per l’autorizzazione' },
    groupOf: (name, count) => `${name} (${count})`,
    clear: 'Annulla la selezione',

    action: 'Scegli un’azione',
    actions: {
      authorize: 'Autorizza a correre',
      unauthorize: 'Revoca l’autorizzazione',
      send: 'Invia invito',
      delete: 'Elimina',
    },
    apply: 'Applica',
    removeAll: 'rimuovi tutti',
    noAction: 'Scegliere un’azione, per favore',
    someNotReady: 'Alcuni piloti selezionati non hanno le informazioni necessarie. Non saranno autorizzati',
    progress: (done, of) => `${done} di ${of}`,
    authorized: (done, of) => `Piloti autorizzati: ${done} di ${of}`,
    unauthorized: 'Autorizzazioni revocate',
    sent: 'Inviti inviati',
    deleted: 'Piloti eliminati',
    removed: 'inviti eliminati',
    created: 'Invito creato',
    updated: 'Invito aggiornato',

    deleteQuestion: (names, count) =>
      count === 1 ? `Eliminare davvero ${names}?` : `Eliminare davvero questi ${count} concorrenti? ${names}`,
    removeAllName: (event) =>
      `Ci sono concorrenti autorizzati o si sono corse gare. Scriva il nome dell’evento per rimuoverli: ${event}`,
    removeAllWrong: 'Questo non è il nome dell’evento.',
    removeAllQuestion: (event, count) =>
      count === 1
        ? `Rimuovere davvero l’unico concorrente di ${event}?`
        : `Rimuovere davvero tutti i ${count} concorrenti di ${event}?`,
    more: (names, count) => `${names} e altri ${count}`,
    racing: 'Vetture in pista',
    racingQuestion: (cars, count) =>
      count === 1
        ? `La vettura ${cars} ha trasmesso negli ultimi 60 s. Toglierla dalla gara?`
        : `${count} vetture hanno trasmesso negli ultimi 60 s: ${cars}. Toglierle dalla gara?`,
    racingYes: 'Togli dalla gara',

    skippedTitle: 'Non autorizzati',
    skipped: (name, lacks) => `${name}: ${lacks}`,
    gone: 'eliminato da qualcun altro',
    lacks: { category: 'Categoria', carNumber: 'Numero', brand: 'Marca', model: 'Modello' },

    sections: {
      contact: 'Contatti',
      info: 'Informazioni',
      competitor: 'Dati del concorrente',
      vehicle: 'Dati della vettura',
    },
    fields: {
      email: 'Email',
      phone: 'Telefono',
      category: 'Categoria',
      number: 'Numero',
      firstName: 'Nome',
      lastName: 'Cognome',
      bloodType: 'Gruppo sanguigno del pilota',
      codriverFirstName: 'Nome del copilota',
      codriverLastName: 'Cognome del copilota',
      codriverBloodType: 'Gruppo sanguigno del copilota',
      brand: 'Marca',
      model: 'Modello',
    },

    device: {
      none: 'Questo concorrente non ha ancora un token per il dispositivo.',
      has: 'Un token per il dispositivo è stato consegnato.',
      heard: 'Ultimo segnale',
      never: 'Nessun segnale finora',
      dropped: 'Ultimo scarto',
      make: 'Nuovo token per il dispositivo',
      makeQuestion: 'Il dispositivo che ha il token attuale sarà rifiutato da quel momento.',
      shownOnce: 'Inserire uno di questi indirizzi nel dispositivo. Sono mostrati una volta sola.',
      copy: (door) => `Copia l’indirizzo per ${door}`,
      copied: 'Copiato',
      doors: {
        osmand: 'OsmAnd, Traccar Client',
        owntracks: 'OwnTracks',
        positions: 'Posizioni NDJSON',
        signals: 'Segnali',
      },
      reasons: {
        invalidCoordinates: 'coordinate fuori intervallo',
        clockAhead: 'un orologio del dispositivo in anticipo',
        jump: 'un salto impossibile per una vettura',
        repeated: 'una posizione già inviata',
        late: 'una posizione precedente all’ultima',
        unauthorized: 'non autorizzato a correre',
        unpublished: 'l’evento non è pubblicato',
        notBegun: 'l’evento non è iniziato',
        pastEvent: 'l’evento è concluso',
        unknownEvent: 'l’evento non è noto',
        undecodable: 'un messaggio illeggibile',
        unsupported: 'un tipo di messaggio non supportato',
        tooMany: 'più posizioni di quante un dispositivo può inviare',
      },
    },
  },
};
