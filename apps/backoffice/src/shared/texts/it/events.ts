import type { english } from '../en/events.js';
import type { Words } from '../in-language.js';

export const italian: Words<typeof english> = {
  liveNow: {
    title: 'In corso',
    competitors: (count) => (count === 1 ? '1 concorrente' : `${count} concorrenti`),
    invited: (count) => (count === 1 ? '1 invitato' : `${count} invitati`),
    watch: 'Guarda la gara dal vivo',
    running: 'Attualmente in gara',
    empty: 'Nessuna gara in corso.',
    emptyNext: 'Un evento pubblicato compare qui dall’inizio alla fine.',
  },
};
