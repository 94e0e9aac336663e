import type { english } from '../en/push.js';
import type { Words } from '../in-language.js';

export const spanish: Words<typeof english> = {
  push: {
    title: 'Notificaciones',
    lead: 'SOS, bandera roja, inicio y final de sus eventos, también con esta página cerrada. Terminan cuando cierra la sesión.',
    lockScreen:
      'La pantalla bloqueada muestra el nombre del evento y lo que ha ocurrido, y ninguna persona, coche ni lugar.',
    on: 'Activadas en este navegador',
    off: 'Desactivadas en este navegador',
    switchOn: 'Activar',
    switchOff: 'Desactivar',
    blocked:
      'Este navegador bloquea las notificaciones de esta página. Permítalas en sus ajustes y luego actívelas aquí.',
    insecure: 'Un navegador solo acepta notificaciones de una página abierta por https.',
    unsupported: 'Este navegador no acepta notificaciones.',
    failed: 'El servicio de notificaciones de este navegador no responde. Inténtelo más tarde.',
  },
};
