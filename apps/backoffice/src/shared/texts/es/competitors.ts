import type { english } from '../en/competitors.js';
import type { Words } from '../in-language.js';

export const spanish: Words<typeof english> = {
  entries: {
    title: 'Competidores',
    titleOf: (event) => `Competidores de ${event}`,
    past: 'EVENTO FINALIZADO',
    search: 'Buscar competidor',
    add: 'Añadir competidor',
    edit: 'Editar competidor',
    editOf: (name) => `Editar ${name}`,
    selectOf: (name) => `Seleccionar ${name}`,
    deviceOf: (name) => `Dispositivo de ${name}`,
    heads: {
      number: 'Número',
      driver: 'Piloto',
      codriver: 'Copiloto',
      category: 'Categoría',
      brand: 'Marca',
      model: 'Modelo',
      invitation: 'Invitación',
      authorization: 'Autorización',
    },
    mails: {
      queued: 'correo en espera',
      refused: 'dirección rechazada',
      interrupted: 'correo interrumpido, enviar de nuevo',
      noAddress: 'sin dirección',
    },
    withBloodType: (name, bloodType) => `${name} (${bloodType})`,
    missingData: 'Faltan datos',
    empty: 'No se han encontrado competidores.',
    footer: (first, last, total) => `Mostrando de ${first} a ${last} de ${total} competidores`,
    selected: (count) => (count === 1 ? '1 seleccionado' : `${count} seleccionados`),
    group: 'Seleccionar competidores',
    groups: { all: 'Todos', complete: 'Listos para autorizar' },
    groupOf: (name, count) => `${name} (${count})`,
    clear: 'Quitar la selección',

    action: 'Seleccione una acción',
    actions: {
      authorize: 'Autorizar a correr',
      unauthorize: 'Desautorizar a correr',
      send: 'Enviar invitación',
      delete: 'Eliminar',
    },
    apply: 'Aplicar',
    removeAll: 'eliminar todos',
    noAction: 'Seleccione una acción, por favor',
    someNotReady: 'Hay pilotos seleccionados que no tienen la información necesaria. No serán autorizados',
    progress: (done, of) => `${done} de ${of}`,
    authorized: (done, of) => `Pilotos autorizados: ${done} de ${of}`,
    unauthorized: 'Pilotos desautorizados',
    sent: 'Invitaciones enviadas',
    deleted: 'Pilotos eliminados',
    removed: 'invitaciones eliminadas',
    created: 'Invitación creada',
    updated: 'Invitación actualizada',

    deleteQuestion: (names, count) =>
      count === 1
        ? `¿Seguro que desea eliminar a ${names}?`
        : `¿Seguro que desea eliminar estos ${count} competidores? ${names}`,
    removeAllName: (event) =>
      `Hay competidores autorizados o se corrieron carreras. Escriba el nombre del evento para eliminarlos: ${event}`,
    removeAllWrong: 'Este no es el nombre del evento.',
    removeAllQuestion: (event, count) =>
      count === 1
        ? `¿Seguro que desea eliminar al único competidor de ${event}?`
        : `¿Seguro que desea eliminar los ${count} competidores de ${event}?`,
    more: (names, count) => `${names} y ${count} más`,
    racing: 'Coches en pista',
    racingQuestion: (cars, count) =>
      count === 1
        ? `El coche ${cars} ha emitido en los últimos 60 s. ¿Desea retirarlo de la carrera?`
        : `${count} coches han emitido en los últimos 60 s: ${cars}. ¿Desea retirarlos de la carrera?`,
    racingYes: 'Retirar de la carrera',

    skippedTitle: 'No autorizados',
    skipped: (name, lacks) => `${name}: ${lacks}`,
    gone: 'eliminado por otra persona',
    lacks: { category: 'Categoría', carNumber: 'Número', brand: 'Marca', model: 'Modelo' },

    sections: {
      contact: 'Datos de contacto',
      info: 'Información',
      competitor: 'Datos del competidor',
      vehicle: 'Datos del coche',
    },
    fields: {
      email: 'Correo',
      phone: 'Teléfono',
      category: 'Categoría',
      number: 'Número',
      firstName: 'Nombre',
      lastName: 'Apellidos',
      bloodType: 'Grupo sanguíneo del piloto',
      codriverFirstName: 'Nombre del copiloto',
      codriverLastName: 'Apellidos del copiloto',
      codriverBloodType: 'Grupo sanguíneo del copiloto',
      brand: 'Marca',
      model: 'Modelo',
    },

    device: {
      none: 'Este competidor todavía no tiene token de dispositivo.',
      has: 'Se ha entregado un token de dispositivo.',
      heard: 'Última señal',
      never: 'Sin señal todavía',
      dropped: 'Último descarte',
      make: 'Nuevo token de dispositivo',
      makeQuestion: 'El dispositivo que tiene el token actual será rechazado desde entonces.',
      shownOnce: 'Introduzca una de estas direcciones en el dispositivo. Se muestran una sola vez.',
      copy: (door) => `Copiar la dirección para ${door}`,
      copied: 'Copiado',
      doors: {
        osmand: 'OsmAnd, Traccar Client',
        owntracks: 'OwnTracks',
        positions: 'Posiciones NDJSON',
        signals: 'Señales',
      },
      reasons: {
        invalidCoordinates: 'coordenadas fuera de rango',
        clockAhead: 'un reloj del dispositivo adelantado',
        jump: 'un salto imposible para un coche',
        repeated: 'una posición ya enviada',
        late: 'una posición anterior a la última',
        unauthorized: 'no autorizado a correr',
        unpublished: 'el evento no está publicado',
        notBegun: 'el evento no ha empezado',
        pastEvent: 'el evento ha terminado',
        unknownEvent: 'el evento no se conoce',
        undecodable: 'un mensaje que no se puede leer',
        unsupported: 'un tipo de mensaje no admitido',
        tooMany: 'más posiciones de las que un dispositivo puede enviar',
      },
    },
  },
};
