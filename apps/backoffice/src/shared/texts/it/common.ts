import type { english } from '../en/common.js';
import type { Words } from '../in-language.js';

export const italian: Words<typeof english> = {
  product: 'Flagpost',
  loading: 'Caricamento...',
  retry: 'Riprova',
  cancel: 'Annulla',
  keptForGood: 'Resta per sempre: scriva i numeri delle vetture, non i nomi.',
  keptNames: 'Resta per sempre: il nome di una persona non si cancella da qui.',
  ok: 'Ok',
  yes: 'Sì',
  no: 'No',
  close: 'Chiudi',
  back: 'Indietro',
  toEvents: 'Torna agli eventi',
  unknown: '–',
  attention: 'Attenzione',
  noAnswer: 'Il server non risponde.',
  storageDenied:
    'Questo browser non permette a Flagpost di conservare nulla, perciò nessuno può restare collegato. Consenta i cookie e i dati di questo sito nelle impostazioni del browser, poi ricarichi la pagina.',
  unexpected: 'Si è verificato un errore. Rivolgersi all’amministratore.',

  skipToMap: 'Vai alla mappa',
  menu: {
    label: 'Menu principale',
    open: 'Apri il menu',
    close: 'Chiudi il menu',
    institutions: 'Istituzioni',
    institution: 'La mia istituzione',
    licensing: 'Licenze',
    help: 'Aiuto',
    events: 'Eventi',
    categories: 'Categorie',
    log: 'Registro',
    logout: 'Esci',
  },

  logOf: (name) => `Registro di ${name}`,

  notFound: {
    title: 'Pagina non trovata',
    text: 'A questo indirizzo non c’è nessuna pagina.',
  },

  forbidden: {
    title: 'Non consentito',
    text: 'Il suo ruolo non dà accesso a questa pagina.',
  },

  crash: {
    text: 'Si è verificato un errore. Consultare il registro degli errori.',
    report: (id) => `Segnalazione ${id}`,
    again: 'Ricarica la pagina',
  },

  languages: {
    title: 'Lingua',
    shown: (name) => `Lingua: ${name}`,
    names: { en: 'English', es: 'Español', it: 'Italiano' },
  },

  list: {
    actions: 'Azioni',
    selectAll: (count) => `Seleziona tutti e ${count}`,
    noMatch: 'Nessun risultato per la ricerca.',
    clearSearch: 'Cancella la ricerca',
    perPage: 'Righe per pagina',
    first: 'Prima pagina',
    previous: 'Pagina precedente',
    next: 'Pagina successiva',
    last: 'Ultima pagina',
    page: (page, pages) => `Pagina ${page} di ${pages}`,
  },

  form: {
    save: 'Salva',
    previous: 'Indietro',
    next: 'Avanti',
    finish: 'Fine',
    changed: (fields) =>
      `Qualcun altro lo ha modificato nel frattempo: ${fields}. Ciò che lei ha scritto resta, il resto è come lo ha salvato. Salvi di nuovo per mantenere entrambi.`,
    leaveTitle: 'Scarta le modifiche',
    leaveQuestion: 'Quanto ha scritto non è stato salvato. Vuole scartarlo?',
    leave: 'Scarta',
    stay: 'Continua a modificare',
    showPassword: 'Mostra la password',
    hidePassword: 'Nascondi la password',
    helpOf: (label) => `Informazioni su ${label}`,
    searchIn: (label) => `Cerca in ${label}`,
    chosen: (count) => (count === 1 ? '1 scelto' : `${count} scelti`),
  },

  licenceLimit: {
    title: 'Ha raggiunto il limite delle licenze',
    text: (email) =>
      email === ''
        ? 'Contatti l’assistenza per richiedere altre licenze.'
        : `Contatti l’assistenza per richiedere altre licenze: ${email}`,
    goOn: 'Continua',
  },

  themes: {
    title: 'Tema',
    shown: (name) => `Tema: ${name}`,
    names: { light: 'Chiaro', dark: 'Scuro', daylight: 'Luce del sole' },
  },

  login: {
    welcome: 'Benvenuti in Flagpost',
    lead: 'Gestione degli eventi e direzione gara dal vivo',
    email: 'Email',
    password: 'Password',
    help: 'Aiuto/Manuale in linea',
    submit: 'Accedi',
    changed: 'La sua istituzione o i suoi ruoli sono cambiati. Acceda di nuovo.',
    limited: 'Questo browser è nuovo per il suo account? Con un link via email può accedere subito da qui.',
    sendLink: 'Mi invii un link',
    linkSent: (email) =>
      `Se ${email} ha un account, un link è in arrivo. Lo apra in questo browser, poi acceda qui.`,
    linkTitle: 'Un nuovo browser',
    linkLead: 'Confermi che questo browser è suo. Poi acceda con la sua password.',
    linkAccept: 'Questo browser è mio',
    linkDone: 'Ora il suo account conosce questo browser. Acceda con la sua password.',
  },

  account: {
    forgot: 'Password dimenticata?',
    code: 'Codice',
    sendCode: 'Invia il codice',
    codeSent: (email) => `Un codice è stato inviato a ${email}.`,
    restore: 'Ripristina la password',
    resend: 'Invia di nuovo il codice',
    create: 'Crea una nuova password',
    newPassword: 'Nuova password',
    repeat: 'Ripeti la password',
    repeatRequired: 'La password va ripetuta.',
    mismatch: 'Le password non coincidono, controllare',
    confirmMismatch: 'La password ripetuta non coincide',
    updated: 'Password aggiornata',
    firstTitle: 'Cambia la password',
    firstLead: 'Scelga una sua password prima di proseguire.',
    title: 'Dati personali',
    edit: 'Modifica i dati personali',
    editOf: (field) => `Modifica ${field}`,
    firstName: 'Nome',
    lastName: 'Cognome',
    currentPassword: 'Password attuale',
    newEmail: 'Nuova email',
    hidden: '••••••••',
    changeAvatar: 'Cambia l’immagine',
    avatarFailed: 'Si è verificato un errore nel caricare l’immagine.',
    done: 'Dati personali aggiornati',
    passwordDone: 'Password aggiornata',
    sessions: 'Dove ha effettuato l’accesso',
    otherProgram: 'Un altro programma',
    thisSession: 'Questo browser',
    lastUsed: (moment) => `Ultimo uso: ${moment}`,
    signOutEverywhere: 'Esci ovunque',
    signOutQuestion: 'Terminano tutte le sessioni del suo account, anche quella di questo browser.',
    signedOut: 'Ha chiuso la sessione ovunque.',
    linkLead: 'Prema il pulsante per scegliere una nuova password.',
    toLogin: 'Torna all’accesso',
    newAddress: {
      asked: 'Un messaggio è in arrivo alla nuova email',
      waiting: 'Una nuova email che attende il suo link',
      sent: (email) => `Un messaggio è in arrivo a ${email}.`,
      until: (current, moment) =>
        `Accede con ${current} finché non viene aperto il link che contiene. Vale fino a ${moment}.`,
      cancel: 'Mantieni l’email attuale',
      cancelled: 'La sua email resta com’è',
      title: 'Nuova email',
      lead: 'Prema il pulsante per fare di questo indirizzo l’email dell’account.',
      press: 'Conferma la nuova email',
      done: (email) => `D’ora in poi si accede all’account con l’email ${email}.`,
    },
    notMe: {
      title: 'Non sono stato io',
      lead: 'Prema il pulsante per annullare la modifica. Tutte le sessioni dell’account verranno chiuse.',
      press: 'Annulla la modifica',
      done: {
        account:
          'Il suo account è come prima della modifica e tutte le sue sessioni sono state chiuse. Chi l’ha modificato può conoscere la sua vecchia password: ne scelga un’altra adesso.',
        address: 'L’account non ha più questo indirizzo e tutte le sue sessioni sono state chiuse.',
      },
    },
  },
};
