import { BROWSER_MARK, NEW_ADDRESS, RECOVERY, SESSION } from '../../accounts.js';
import { IMPORT_LIMITS } from '../../competitors.js';
import { LIMITS } from '../../limits.js';
import { TIMERS_MAX } from '../../race-rules.js';
import { GMT_HOURS, TRACK_FILE_LIMITS, RACE_PICTURE, TRACK_LIMITS } from '../../track.js';
import type { ServerTexts } from '../catalogue.js';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../time.js';
import { knownLines, linkLines, sharingLines } from '../mails.js';
import { fieldRefusals } from '../refusals.js';
import { italianForScreens } from './screens.js';

const { fields, answers, sharing, disputes } = italianForScreens;

const pressLines = (link: string): string[] =>
  linkLines(
    'Apra questa pagina e prema il pulsante:',
    'Apra questa pagina all’indirizzo di Flagpost e prema il pulsante:',
    link,
  );

export const italianForServer: ServerTexts = {
  refusals: {
    ...fieldRefusals(fields),

    'text.tooLong': 'Il testo è troppo lungo.',
    'coordinates.invalid': 'Le coordinate inserite non sono corrette',

    'event.missing': 'L’evento non esiste.',
    'event.exists': 'L’evento esiste già.',
    'event.past': 'L’evento è terminato. Non può essere modificato.',
    'event.unpublished': 'L’evento non è pubblicato.',
    'event.alreadyPublished': 'L’evento è già pubblicato.',
    'event.changed': 'Qualcun altro ha modificato questo evento da quando l’ha aperto.',
    'event.hasCompetitors': 'L’evento ha dei concorrenti: non può passare a un’altra istituzione.',
    'event.categoryHasCompetitors':
      'Ci sono concorrenti iscritti in una categoria che verrebbe tolta dall’evento: li iscriva prima in un’altra.',
    'event.begun': 'L’evento è iniziato. Non può essere rinviato.',
    'event.notLater': 'Un evento si rinvia a un inizio successivo a quello che ha.',

    'event.positionsKept': 'Le posizioni di questa gara vanno ancora conservate.',

    'history.positionsDeleted':
      'Le posizioni di questa gara sono state eliminate, perché la sua istituzione le conserva per un tempo limitato.',

    'route.tooFewPoints': 'Un tracciato ha bisogno di almeno 2 punti.',
    'route.tooFewBoxesPoints': 'I box hanno bisogno di almeno 3 punti.',
    'route.tooManyPoints': 'Il tracciato ha troppi punti.',
    'route.gmt': `GMT deve essere un valore tra ${GMT_HOURS.min} e ${GMT_HOURS.max}, in quarti d’ora.`,
    'route.changed': "Qualcun altro ha modificato questa mappa da quando l'ha aperta.",
    'track.missing': 'Il tracciato non esiste.',
    'track.changed': 'Qualcun altro ha rinominato questo tracciato da quando l’ha aperto.',
    'track.exists': 'L’evento ha già un tracciato.',
    'track.otherInstitution': 'Il tracciato è di un’altra istituzione rispetto all’evento.',
    'track.ownEvent': 'Scelga il tracciato di un altro evento.',
    'track.hasSectors': 'Il tracciato non può essere eliminato: ha dei settori.',
    'track.underWay': 'Il tracciato non può essere eliminato: il suo evento è in corso.',
    'sector.missing': 'Il settore non esiste.',
    'sector.trackRequired': 'I settori hanno bisogno di un tracciato.',
    'sector.changed': 'Qualcun altro ha modificato questo settore da quando l’ha aperto.',
    'sector.exists': 'Il settore esiste già.',
    'sector.pictureMissing': "L'immagine non è più salvata. La scelga di nuovo.",
    'sector.tooMany': `Un tracciato non può avere più di ${TRACK_LIMITS.sectors} settori.`,
    'stage.tooMany': `Un evento non può avere più di ${TRACK_LIMITS.stages} prove speciali.`,
    'stage.exists': 'Ci sono due prove speciali con lo stesso numero.',
    'picture.tooMany': `Un evento non può avere più di ${RACE_PICTURE.perEvent} immagini.`,
    'poi.missing': 'Il punto di interesse non esiste.',
    'poi.repeated': 'Un punto di interesse è stato inviato due volte.',
    'poi.tooMany': 'L’evento ha troppi punti di interesse.',

    'category.missing': 'La categoria non esiste.',
    'category.exists': 'La categoria esiste già.',
    'category.changed': 'Qualcun altro ha rinominato questa categoria da quando l’ha aperta.',
    'category.nameTaken': 'L’istituzione ha un’altra categoria con questo nome.',
    'category.hasEvents': 'La categoria non può essere eliminata: degli eventi la usano.',
    'category.hasCompetitors': 'La categoria non può essere eliminata: vi sono iscritti dei concorrenti.',
    'category.hasEventsAndCompetitors':
      'La categoria non può essere eliminata: degli eventi la usano e vi sono iscritti dei concorrenti.',

    'circuit.missing': 'Il circuito non esiste.',
    'circuit.exists': 'Il circuito esiste già.',
    'circuit.changed': 'Qualcun altro ha modificato questo circuito da quando l’ha aperto.',
    'circuit.nameTaken': 'L’istituzione ha un altro circuito con questo nome.',
    'circuit.hasEvents':
      'Il circuito non può essere eliminato: vi si svolgono eventi che non sono ancora terminati.',

    'invitation.missing': 'Il concorrente non esiste.',
    'invitation.someMissing': 'Alcuni di questi concorrenti non esistono più.',
    'invitation.exists': 'Il concorrente esiste già.',
    'invitation.changed': 'Qualcun altro ha modificato questo concorrente da quando l’ha aperto.',
    'invitation.authorized': 'I concorrenti autorizzati non possono essere modificati.',
    'invitation.notAccepted': 'Accettare prima l’invito.',
    'invitation.driverDeleted':
      'Il pilota è stato eliminato dall’istituzione: elimini questo concorrente e lo aggiunga di nuovo.',
    'invitation.otherEmail': 'L’email di un concorrente non può essere cambiata.',
    'invitation.notCompetitor':
      'L’email appartiene a un utente che non è un concorrente. Non può essere aggiunta!',
    'import.protected':
      'Il file ha una password o è di un vecchio formato di Excel. Salvalo come .xlsx senza password.',
    'import.mislabelled': 'Il file non è ciò che dice il nome. Scelga un file CSV, TSV o XLSX.',
    'import.damaged': 'Il file è danneggiato e non può essere letto.',
    'import.empty': 'Il file non ha righe.',
    'import.tooManyRows': `Il file ha più di ${IMPORT_LIMITS.rows} righe. Dividilo.`,
    'import.tooManyColumns': `Il file ha più di ${IMPORT_LIMITS.columns} colonne.`,
    'import.tooLarge': `Il file supera i ${IMPORT_LIMITS.bytes / 1_048_576} MB o, decompresso, più di quanto si possa leggere.`,
    'import.formula': 'Una cella contiene una formula. Metti al suo posto il valore.',
    'import.unknownCategory': 'L’evento non ha categorie con questo nome.',

    'trackFile.unknownFormat': 'Il file non è un file di tracciato. Scelga un file KML, KMZ, GPX o GeoJSON.',
    'trackFile.protected': 'Il file ha una password. Salvalo senza.',
    'trackFile.damaged': 'Il file è danneggiato o incompleto.',
    'trackFile.doctype': 'Il file ha un tipo di documento (DOCTYPE), che non viene letto. Rimuovilo.',
    'trackFile.tooLarge': `Il file supera i ${TRACK_FILE_LIMITS.bytes / 1_048_576} MB, o li supera decompresso.`,
    'trackFile.tooManyPoints': `Il file ha più di ${TRACK_FILE_LIMITS.points} punti.`,
    'trackFile.tooManyShapes': `Il file ha più di ${TRACK_FILE_LIMITS.shapes} linee, aree e punti di interesse.`,
    'trackFile.coordinates': 'Sono attese una latitudine entro 90 gradi e una longitudine entro 180.',
    'trackFile.linksOnly':
      'Il file rimanda solo ad altri file, che non vengono scaricati. Salva nel file stesso quello che mostra.',
    'trackFile.empty': 'Il file non ha linee, aree né punti.',

    'driver.authorized':
      'Il pilota è autorizzato a correre in un evento che non è terminato: revochi prima lì la sua autorizzazione.',

    'flag.unknownCode': 'Questa bandiera non esiste.',
    'flag.driverRequired': 'Deve scegliere almeno un pilota.',
    'flag.oneDriver': 'Non si può inviare a più di un pilota alla volta',
    'flag.messageTooLong': `Il messaggio non può avere più di ${LIMITS.message} caratteri.`,
    'flag.notAuthorized': 'Le bandiere si possono inviare solo ai concorrenti autorizzati dell’evento.',
    'flag.missing': 'La bandiera non esiste.',
    'flag.notSentTo': 'Questa bandiera non è stata inviata a tutti questi concorrenti.',
    'flag.sectorIsForAll': 'La bandiera di un settore si può ritirare solo a tutti i concorrenti.',
    'sos.missing': 'L’SOS non esiste.',

    'timer.missing': 'Il timer non esiste.',
    'code.notOfEvent': 'Questo codice non è di nessuna vettura di questo evento.',
    'test.flagInForce': 'In pista è in vigore una bandiera: togli le bandiere prima di inviare una prova.',
    'timer.tooMany': `Un evento non può avere più di ${TIMERS_MAX} timer.`,

    'club.missing': 'L’istituzione non esiste.',
    'club.exists': 'L’istituzione esiste già.',
    'club.changed': 'Qualcun altro ha modificato questa istituzione da quando l’ha aperta.',
    'club.keepingChanged':
      'Qualcun altro ha modificato per quanto tempo si conservano le posizioni da quando ha aperto questa pagina.',
    'club.hasEvents': 'L’istituzione non può essere eliminata: ha degli eventi.',
    'club.hasUsers': 'L’istituzione non può essere eliminata: ha degli utenti. Li elimini prima.',
    'club.hasEventsAndUsers': 'L’istituzione non può essere eliminata: ha degli eventi e degli utenti.',

    'licence.missing': 'La licenza non esiste.',
    'licence.exists': 'La licenza esiste già.',
    'licence.overlaps': 'L’istituzione ha un’altra licenza in questo periodo.',
    'licence.ended': 'La licenza è terminata. Non può essere modificata.',
    'licence.changed':
      'Qualcun altro ha modificato questa licenza da quando l’ha aperta. Controlli il nuovo totale e salvi di nuovo.',
    'licence.totalBelowUsed': 'Il totale non può essere inferiore alle licenze usate.',
    'licence.periodInUse':
      'In questo periodo iniziano eventi con concorrenti autorizzati: non può lasciarli fuori.',
    'licence.limit': 'Ha raggiunto il limite delle licenze',

    'user.missing': 'L’utente non esiste.',
    'user.disabled': 'L’utente è disattivato.',
    'user.exists': 'L’utente esiste già.',
    'user.changed': 'Qualcun altro ha modificato i dati di questa persona da quando li ha aperti.',
    'user.emailTaken': answers.emailTaken,
    'user.unknownRole': 'Il ruolo non esiste.',
    'user.adminHasNoInstitution': 'Un super amministratore non appartiene a nessuna istituzione.',
    'user.lastPlanner':
      'L’unico organizzatore di eventi di un’istituzione non può eliminarsi né lasciare questo ruolo: nomini prima un altro organizzatore.',
    'user.passwordChosen':
      'Questo utente ha già scelto una password. Chi l’ha dimenticata chiede un codice nella pagina di accesso.',
  },
  files: {
    atLine: (line, quoted, reason) =>
      quoted === null ? `Riga ${line}: ${reason}` : `Riga ${line} ('${quoted}'): ${reason}`,
  },
  push: {
    sos: 'SOS da una vettura',
    red: 'Bandiera rossa',
    start: "L'evento è iniziato",
    finish: "L'evento è finito",
  },
  mails: {
    passCode: (code, link) => ({
      subject: 'Il suo codice per reimpostare la password',
      text: [
        'Qualcuno ha chiesto di reimpostare la password del suo account Flagpost.',
        '',
        `Il suo codice: ${code}`,
        '',
        ...linkLines(
          'Oppure apra questa pagina:',
          'Oppure apra questa pagina all’indirizzo di Flagpost:',
          link,
        ),
        '',
        `Entrambi valgono una volta sola, per ${RECOVERY.codeMs / MINUTE_MS} minuti.`,
        'Se non è stato lei, non risponda a questa email: la sua password resta com’è.',
        '',
      ].join('\n'),
    }),
    browserLink: (path, site) => ({
      subject: 'Accedere da un nuovo browser',
      text: [
        'Qualcuno ha chiesto un link per accedere al suo account Flagpost da un nuovo browser.',
        '',
        site === null
          ? `Scriva in quel browser l’indirizzo del suo Flagpost e, di seguito: ${path}`
          : `Lo apra in quel browser: ${site}${path}`,
        '',
        `Prema il pulsante che vi trova, poi acceda con la sua password. Il link vale una volta sola, per ${BROWSER_MARK.linkMs / MINUTE_MS} minuti.`,
        'Se non è stato lei, non lo apra: non cambia nulla.',
        '',
      ].join('\n'),
    }),
    passwordChanged: (link) => ({
      subject: 'La sua password è cambiata',
      text: [
        'La password del suo account Flagpost è cambiata.',
        '',
        'Se è stato lei, non deve fare nulla.',
        'Se non è stato lei, annulli la modifica entro 72 ore. Tutte le sessioni del suo account verranno chiuse.',
        '',
        ...pressLines(link),
        '',
      ].join('\n'),
    }),
    addressChanged: (newEmail, link) => ({
      subject: 'L’email del suo account è cambiata',
      text: [
        `Il suo account Flagpost ora ha un’altra email: ${newEmail}`,
        '',
        'Se è stato lei, non deve fare nulla.',
        'Se non è stato lei, annulli la modifica entro 72 ore. Il suo account avrà di nuovo questo indirizzo e la',
        'password di prima, e tutte le sue sessioni verranno chiuse.',
        '',
        ...pressLines(link),
        '',
      ].join('\n'),
    }),
    addressGained: (link) => ({
      subject: 'Questo indirizzo appartiene ora a un account Flagpost',
      text: [
        'L’email di un account Flagpost è stata cambiata in questo indirizzo.',
        '',
        'Se è stato lei, non deve fare nulla.',
        'Se non è stato lei, tolga questo indirizzo dall’account entro 72 ore.',
        '',
        ...pressLines(link),
        '',
      ].join('\n'),
    }),
    newAddress: (link) => ({
      subject: 'Confermi la nuova email di un account Flagpost',
      text: [
        'Questo indirizzo è stato indicato come nuova email di un account Flagpost.',
        '',
        ...pressLines(link),
        '',
        `Il link vale una volta sola, per ${NEW_ADDRESS.linkMs / HOUR_MS} ore. Finché non viene aperto, l’account tiene l’email che ha.`,
        'Se non ne sa nulla, non lo apra: non cambia nulla.',
        '',
      ].join('\n'),
    }),
    newAddressTaken: () => ({
      subject: 'La sua email è stata indicata per un altro account Flagpost',
      text: [
        'Qualcuno ha indicato questo indirizzo come nuova email di un altro account Flagpost.',
        '',
        'Appartiene a qualcuno che qui è già conosciuto, o gli apparteneva fino a poco fa. Perciò non è cambiato nulla, e non gli è stato detto.',
        'Se è stato lei, scelga un altro indirizzo, acceda all’account che ha questo o si rivolga all’amministratore di Flagpost.',
        'Se non è stato lei, non deve fare nulla.',
        '',
      ].join('\n'),
    }),
    staffAddressTaken: (club) => ({
      subject: 'Un’istituzione ha indicato la sua email in Flagpost',
      text: [
        `${club} ha indicato questo indirizzo per darle un account in Flagpost.`,
        '',
        'Appartiene a qualcuno che qui è già conosciuto, o gli apparteneva fino a poco fa. Perciò non è cambiato nulla, non è stata creata nessuna password e loro non lo sanno.',
        'Se deve lavorare per loro, chieda di indicare un altro suo indirizzo o si rivolga all’amministratore di Flagpost.',
        'Se non ne sa nulla, non deve fare nulla.',
        '',
      ].join('\n'),
    }),
    competitorAddressTaken: (club) => ({
      subject: 'Un’istituzione ha indicato la sua email in Flagpost',
      text: [
        `${club} ha iscritto in Flagpost un concorrente con questo indirizzo.`,
        '',
        'Appartiene a qualcuno che qui è già conosciuto, o gli apparteneva fino a poco fa. Ciò che è registrato resta com’è, e loro non lo sanno.',
        'Se gareggia lì, non deve fare nulla.',
        'Altrimenti chieda di correggere l’indirizzo o si rivolga all’amministratore di Flagpost.',
        '',
      ].join('\n'),
    }),
    controlGranted: ({ name, by, url }) => ({
      subject: 'Qualcuno può dirigere gare della sua istituzione',
      text: [
        `${name} ora può dirigere gare della sua istituzione: inviare bandiere, rispondere a un SOS e fermare una gara.`,
        ...(by === '' ? [] : [`${by} ha assegnato questo ruolo.`]),
        '',
        'Se non è corretto, cambi i suoi ruoli nelle impostazioni dell’istituzione.',
        ...(url === null ? [] : ['', url]),
        '',
      ].join('\n'),
    }),
    invitation: (to, link) => ({
      subject: `Invito: ${to.event}`,
      text: [
        `Buongiorno ${to.name},`,
        '',
        `${to.club} la invita a ${to.event}.`,
        '',
        ...knownLines(
          ['Inizio', to.start],
          ['Fine', to.finish],
          ['Luogo', to.place],
          ['Numero', to.carNumber],
          ['Vettura', to.car],
          ['Categoria', to.category],
        ),
        `Gli orari sono quelli del circuito (${to.zone}).`,
        '',
        ...linkLines(
          'Accetti o rifiuti l’invito in questa pagina. Non serve un account:',
          'Accetti o rifiuti l’invito in questa pagina, all’indirizzo di Flagpost. Non serve un account:',
          link,
        ),
        '',
        'Se qualcosa non è corretto, lo segnali lì: l’organizzatore viene avvisato.',
        'This page is also in English. Esta página también está en español.',
        '',
        ...sharingLines(sharing, to.club),
        '',
      ].join('\n'),
    }),
    invitationDisputed: ({ name, carNumber, event, reason, url }) => ({
      subject: `Invito non corretto: ${event}`,
      text: [
        `${name}${carNumber === '' ? '' : ` (vettura ${carNumber})`} dice dell’invito a ${event}:`,
        disputes[reason],
        '',
        'Corregga il concorrente e invii di nuovo l’invito.',
        ...(url === null ? [] : ['', url]),
        '',
      ].join('\n'),
    }),
    eventPostponed: ({ name, start, finish, formerStart, formerFinish, reason }) => ({
      subject: `Rinviato: ${name}`,
      text: [
        `L’evento ${name} è stato rinviato.`,
        '',
        `Nuovo inizio: ${start}`,
        `Nuova fine: ${finish}`,
        '',
        `Inizio precedente: ${formerStart}`,
        `Fine precedente: ${formerFinish}`,
        '',
        `Motivo: ${reason}`,
        '',
      ].join('\n'),
    }),
    firstAccess: (password, url) => ({
      subject: 'Il suo account Flagpost',
      text: [
        'Ora ha un account Flagpost, per l’indirizzo di questa email.',
        '',
        ...(url === null ? [] : [`Acceda da: ${url}`]),
        `La sua password per la prima volta: ${password}`,
        '',
        `Vale ${SESSION.givenPasswordMs / DAY_MS} giorni. Le verrà chiesto di sceglierne un’altra prima di ogni altra cosa.`,
        '',
      ].join('\n'),
    }),
  },
};
