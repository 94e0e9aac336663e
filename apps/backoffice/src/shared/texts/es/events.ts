import type { english } from '../en/events.js';
import type { Words } from '../in-language.js';

export const spanish: Words<typeof english> = {
  liveNow: {
    title: 'En directo',
    competitors: (count) => (count === 1 ? '1 competidor' : `${count} competidores`),
    invited: (count) => (count === 1 ? '1 invitado' : `${count} invitados`),
    detail: 'Ver detalle',
    watch: 'Ver la carrera en directo',
    running: 'En curso',
    raceNow: 'La carrera ahora',
    empty: 'Ahora no hay ninguna carrera en curso.',
    emptyNext: 'Un evento publicado aparece aquí desde su inicio hasta su final.',
  },

  events: {
    one: 'Evento',
    tabs: 'Eventos',
    tab: { current: 'Eventos actuales', past: 'Eventos pasados' },
    titles: { current: 'Próximos eventos', past: 'Eventos pasados' },
    search: 'Buscar evento',
    create: 'Nuevo evento',
    heads: {
      name: 'Nombre',
      institution: 'Institución',
      dates: 'Fecha de inicio y fin',
      localization: 'Localización',
      country: 'País',
      invited: 'Competidores (Invitados)',
      authorized: 'Autorizados',
      published: 'Publicado',
      circuit: 'Nombre del circuito',
    },
    open: (name) => `Abrir ${name}`,
    showInHistory: (name) => `Ver ${name} en el historial`,
    empty: 'No se han encontrado eventos.',
    footer: (first, last, total) => `Mostrando de ${first} a ${last} de ${total} eventos`,
    deleted: 'Evento eliminado',
  },

  openAsItWas: 'Cómo era',

  checkCars: 'Revisar coches',

  event: {
    published: 'Publicado',
    draft: 'Sin publicar',
    remove: 'Eliminar evento',
    edit: 'Editar detalles',
    publishEvent: 'Publicar evento',
    postpone: 'Aplazar',
    copy: 'Copiar evento',
    facts: 'Datos del evento',
    start: 'Fecha de inicio',
    finish: 'Fecha de fin',
    place: 'Ciudad/Estado/País',
    institution: 'Nombre de la institución',
    circuit: 'Nombre del circuito',
    categories: 'Categorías',
    atTrack: (moment, zone) => `${moment} (${zone})`,
    yours: (moment) => `Su hora: ${moment}`,

    removeQuestion: (name) => `¿Seguro que quieres eliminar ${name}?`,
    removeWhat:
      'Con él desaparecen sus invitaciones, su trazado, sus sectores y sus puntos de interés. Las licencias en uso se devuelven, los dispositivos de sus competidores se rechazan y se avisa a quien lo esté viendo.',
    removeName: (name) =>
      `Se han disputado carreras de este evento. Escriba su nombre para eliminarlo: ${name}`,
    removeWrong: 'Este no es el nombre del evento.',

    reason: 'Motivo',
    postponeLead:
      'Los tramos cronometrados se mueven con el evento, a las mismas horas del día. A los competidores que han aceptado se les avisa por correo, con el motivo.',
    postponed: 'Evento aplazado',

    copyName: (name) => `${name} (copia)`,
    copyLeftOut: (count) =>
      count === 1
        ? 'Se ha omitido 1 competidor, porque se eliminó de la institución.'
        : `Se han omitido ${count} competidores, porque se eliminaron de la institución.`,
    copyLead: 'La copia no está publicada. Sus competidores no están invitados ni autorizados.',
    copyParts: 'Copiar también',
    copyRoute: 'Trazado',
    copySectors: 'Sectores',
    copyStages: 'Tramos',
    copyPois: 'Puntos de interés',
    copyCompetitors: 'Competidores',

    publish: {
      question: (name) => `¿Seguro que quieres publicar ${name}?`,
      visible: 'Esto pasa a ser visible:',
      categories: (count) => `Categorías: ${count}`,
      competitors: (count) => `Competidores: ${count}`,
      track: 'El trazado',
      noTrack: 'Ningún trazado: no hay ninguno dibujado',
      pois: (count) => `Puntos de interés: ${count}`,
      sectors: (count) => `Sectores: ${count}`,
      invitations: (count) => {
        if (count === 0) return 'No se envía ninguna invitación.';
        return count === 1 ? 'Se envía 1 invitación.' : `Se envían ${count} invitaciones.`;
      },
      forGood: 'Un evento publicado no se puede retirar.',
      done: 'Evento publicado',
    },

    ready: {
      title: 'Listo para la carrera',
      marks: {
        ready: 'Listo para la carrera',
        attention: 'Requiere atención',
        missing: 'No está listo para la carrera',
      },
      lines: {
        published: (state) => (state === 'ready' ? 'Publicado' : 'Sin publicar'),
        line: (state, done, of) =>
          state === 'ready' ? 'Trazado con salida y meta' : `Trazado con salida y meta: ${done} de ${of}`,
        categories: (state, done) => (state === 'missing' ? 'Sin categorías' : `Categorías: ${done}`),
        competitors: (_state, done, of) => `Competidores autorizados: ${done} de ${of}`,
        licences: (_state, done, of) => `Licencias disponibles: ${done}, aún necesarias: ${of}`,
        heard: (_state, done, of) => `Coches recibidos en el último día: ${done} de ${of}`,
      },
      ways: {
        publish: 'Publicar evento',
        details: 'Editar detalles',
        map: 'Editar mapa',
        competitors: 'Gestionar competidores',
        licences: 'Licencias',
        devices: 'Revisar coches',
      },
      needed: { category: 'categoría', carNumber: 'número de coche', brand: 'marca', model: 'modelo' },
      lacks: (competitor, what) => `${competitor}: falta ${what}`,
      more: (count) => `y ${count} más`,
    },

    dialog: {
      create: 'Crear nuevo evento',
      edit: 'Detalles del evento',
      name: 'Nombre',
      institution: 'Institución',
      country: 'País',
      state: 'Estado',
      city: 'Ciudad',
      circuit: 'Nombre del circuito',
      categories: 'Categorías',
      noCategories: 'La institución aún no tiene categorías.',
      zone: 'Zona horaria del circuito',
      start: 'Inicio',
      finish: 'Fin',
      radius: 'Radio de meta (metros)',
      radiusHelp: 'Un coche completa una vuelta donde más se acerca a la meta dentro de esta distancia.',
      delay: 'Retardo del safety car (segundos)',
      delayHelp:
        'La bandera de safety car se envía este tiempo después de pulsarla, mientras corre una cuenta atrás.',
      created: 'Evento creado',
      updated: 'Evento actualizado',
      repeated: 'Entonces se atrasan los relojes: de las dos horas cuenta la primera.',
      somebody: 'Alguien',
      changedBy: (who, when, fields) =>
        `${who} cambió este evento el ${when}: ${fields}. Lo que usted escribió se mantiene, lo demás queda como lo guardó. Guarde de nuevo para conservar ambas cosas.`,
      institutionStays: 'Su institución no cambia: hay competidores inscritos.',
      chooseInstitution: 'Elija primero una institución.',
    },

    map: {
      title: 'Mapa',
      edit: 'Editar mapa',
      sectors: 'Sectores',
      region: 'Mapa del trazado',
      noTrack: 'El evento aún no tiene trazado.',
      track: (name, kilometres) => `${name}, ${kilometres} km`,
      report: 'Exportar informes de carrera',
      exportTrack: 'Exportar trazado',
      otherFormats: 'Otros formatos del trazado',
      invalid: 'Datos no válidos',
      download: 'Descargar',
    },

    pois: {
      title: 'Puntos de interés',
      dialog: 'Puntos de interés',
      viewAll: 'Ver todos',
      heads: { description: 'Descripción', lat: 'Lat.', long: 'Long.' },
      empty: 'El evento no tiene puntos de interés.',
      footer: (first, last, total) => `Mostrando de ${first} a ${last} de ${total} puntos de interés`,
    },

    stages: {
      create: 'Nuevo tramo',
      details: 'Detalles del tramo',
      remove: 'Eliminar tramo',
      saved: 'Tramos guardados',
      drawn: 'Dibujada',
      notDrawn: 'Sin dibujar',
      ofLine: 'De la línea dibujada.',
      taken: 'Otro tramo tiene este número.',
      changed: (name) => `Otra persona ha cambiado ${name} entretanto: estos son sus datos ahora.`,
      gone: (name) => `Otra persona ha eliminado ${name} entretanto.`,
      title: 'Tramos cronometrados',
      heads: { stage: 'Tramo', name: 'Nombre', km: 'Km', start: 'Fecha de inicio', line: 'Línea' },
      empty: 'El evento no tiene tramos cronometrados.',
      footer: (first, last, total) => `Mostrando de ${first} a ${last} de ${total} tramos cronometrados`,
    },

    pictures: {
      title: 'Imágenes de la carrera',
      heads: { taken: 'Tomada', by: 'Por' },
      empty: 'No se guardó ninguna imagen de la carrera.',
      download: (moment) => `Descargar la imagen de ${moment}`,
      footer: (first, last, total) => `Mostrando ${first} a ${last} de ${total} imágenes`,
    },

    competitors: {
      manage: 'Gestionar competidores',
      view: 'Ver lista de competidores',
    },

    report: {
      title: 'Informes de carrera',
      heads: [
        'Hora',
        'Tipo',
        'Bandera',
        'Mensaje',
        'Coches',
        'Confirmados',
        'Por',
        'Atendida',
        'Cerrada',
        'Cerrada por',
      ],
      flag: 'Bandera',
      withdrawn: 'Bandera retirada',
      note: 'Nota',
    },
  },
};
