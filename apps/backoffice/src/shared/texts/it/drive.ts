import type { english } from '../en/drive.js';
import type { Words } from '../in-language.js';

export const italian: Words<typeof english> = {
  drive: {
    invites: (club) => `${club} la invita`,
    hello: (name) => `Buongiorno ${name}`,
    start: 'Inizio',
    finish: 'Fine',
    place: 'Luogo',
    number: 'Numero',
    car: 'Auto',
    category: 'Categoria',
    atTrack: (zone) => `Orari del circuito (${zone})`,
    yourTime: (time) => `${time} dove si trova lei`,
    accept: 'Accetta',
    reject: 'Rifiuta',
    sureAccept: (event) => `Accetta l’invito a ${event}?`,
    sureReject: (event) => `Rifiuta l’invito a ${event}?`,
    undo: 'Può cambiare idea qui fino alla fine dell’evento.',
    states: {
      pending: 'Attendiamo la sua risposta.',
      accepted: 'Ha accettato. Ci vediamo in pista!',
      rejected: 'Ha rifiutato l’invito.',
      ended: 'Questo evento è finito. Non si può più rispondere all’invito.',
    },
    wrong: 'Qualcosa non va?',
    wrongLead: 'Dica che cosa non è corretto. L’organizzatore viene avvisato e l’invito resta com’è.',
    tell: 'Avvisa l’organizzatore',
    told: 'L’organizzatore lo sa:',
    contact: (mail) => `Oppure scriva a ${mail}`,
    unknownTitle: 'Questo invito non si può aprire',
    unknown:
      'Il link è incompleto o non è più valido: un’altra email potrebbe averne portato uno più recente. Chieda all’organizzatore di inviare di nuovo l’invito.',
  },
};
