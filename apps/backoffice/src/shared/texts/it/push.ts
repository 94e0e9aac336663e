import type { english } from '../en/push.js';
import type { Words } from '../in-language.js';

export const italian: Words<typeof english> = {
  push: {
    title: 'Notifiche',
    lead: 'SOS, bandiera rossa, inizio e fine dei suoi eventi, anche con questa pagina chiusa. Terminano quando esce.',
    lockScreen:
      'La schermata di blocco mostra il nome dell’evento e che cosa è successo, e nessuna persona, vettura o luogo.',
    on: 'Attive in questo browser',
    off: 'Disattivate in questo browser',
    switchOn: 'Attiva',
    switchOff: 'Disattiva',
    blocked:
      'Questo browser blocca le notifiche di questa pagina. Le consenta nelle sue impostazioni, poi le attivi qui.',
    insecure: 'Un browser accetta notifiche solo da una pagina aperta con https.',
    unsupported: 'Questo browser non accetta notifiche.',
    failed: 'Il servizio di notifiche di questo browser non risponde. Riprovi più tardi.',
  },
};
