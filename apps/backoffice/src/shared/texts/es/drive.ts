import type { english } from '../en/drive.js';
import type { Words } from '../in-language.js';

export const spanish: Words<typeof english> = {
  drive: {
    invites: (club) => `${club} le invita`,
    hello: (name) => `Hola, ${name}`,
    start: 'Inicio',
    finish: 'Fin',
    place: 'Lugar',
    number: 'Número',
    car: 'Coche',
    category: 'Categoría',
    atTrack: (zone) => `Horas en el circuito (${zone})`,
    yourTime: (time) => `${time} donde está usted`,
    accept: 'Aceptar',
    reject: 'Rechazar',
    sureAccept: (event) => `¿Acepta la invitación a ${event}?`,
    sureReject: (event) => `¿Rechaza la invitación a ${event}?`,
    undo: 'Puede cambiar de opinión aquí hasta que termine el evento.',
    states: {
      pending: 'Se espera su respuesta.',
      accepted: 'Ha aceptado. ¡Nos vemos en el circuito!',
      rejected: 'Ha rechazado la invitación.',
      ended: 'Este evento ha terminado. Ya no se puede responder a la invitación.',
    },
    wrong: '¿Algo no es correcto?',
    wrongLead: 'Diga qué está mal. Se avisa al organizador, y su invitación queda como está.',
    tell: 'Avisar al organizador',
    told: 'El organizador lo sabe:',
    contact: (mail) => `O escriba a ${mail}`,
    unknownTitle: 'Esta invitación no se puede abrir',
    unknown:
      'El enlace está incompleto o ya no es válido: otro correo puede haber traído uno más nuevo. Pida al organizador que vuelva a enviar la invitación.',
  },
};
