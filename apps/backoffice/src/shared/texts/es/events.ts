import type { english } from '../en/events.js';
import type { Words } from '../in-language.js';

export const spanish: Words<typeof english> = {
  liveNow: {
    title: 'En directo',
    competitors: (count) => (count === 1 ? '1 competidor' : `${count} competidores`),
    invited: (count) => (count === 1 ? '1 invitado' : `${count} invitados`),
    watch: 'Ver la carrera en directo',
    running: 'En curso',
    empty: 'Ahora no hay ninguna carrera en curso.',
    emptyNext: 'Un evento publicado aparece aquí desde su inicio hasta su final.',
  },
};
