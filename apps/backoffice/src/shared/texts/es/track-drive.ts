import type { english } from '../en/track-drive.js';
import type { Words } from '../in-language.js';

export const spanish: Words<typeof english> = {
  trackDrive: {
    title: 'De un recorrido',
    lead: 'El trazado se dibuja como lo recorrió un coche: cerrado, con menos puntos, y con la salida y la meta donde el recorrido se encuentra consigo mismo.',
    sources: { history: 'Un coche de un evento', file: 'Un archivo de un recorrido' },
    event: 'Evento',
    search: 'Buscar eventos',
    noMatch: 'Ningún evento que haya empezado tiene este nombre.',
    eventsFailed: 'No se han podido leer los eventos.',
    noEvents: 'Todavía no ha empezado ningún evento.',
    car: 'Coche',
    carOf: (number, name) =>
      [number === '' ? 'Sin número' : number, name].filter((part) => part !== '').join(' · '),
    noCars: 'No hay ningún coche inscrito en este evento.',
    part: 'Parte del recorrido',
    lap: (lap, time) => `Vuelta ${lap} · ${time}`,
    laps: (first, last) => `Vueltas ${first} a ${last} juntas`,
    atTime: 'Una hora del día',
    from: (zone) => `Desde, según los relojes de la pista (${zone})`,
    minutes: 'Minutos',
    minutesRange: (most) => `De 1 a ${most} minutos.`,
    noTime: 'Introduzca una hora que muestren los relojes de la pista.',
    show: 'Mostrar el trazado',
    reading: 'Leyendo las posiciones...',
    file: 'Un archivo GPX, KML o GeoJSON de alguien que da la vuelta. Se lee y no se guarda.',
    line: 'Línea del archivo',
    lineOf: (name, points) => `${name} · ${points} puntos`,
    nameless: 'Sin nombre',
    noLine: 'El archivo no tiene ninguna línea que un coche pudiera haber recorrido.',
    noPositions: 'No hay posiciones de este coche en ese tiempo.',
    noTrack: 'El coche no se movió en ese tiempo.',
    none: 'El trazado se muestra aquí antes de usarlo.',
    preview: 'El trazado',
    map: 'Mapa del trazado',
    circuit: (laps) =>
      laps === 1 ? 'Un circuito, hecho de una vuelta' : `Un circuito, hecho de ${laps} vueltas`,
    open: 'Una línea abierta: el recorrido no vuelve a donde empezó',
    use: 'Usar este trazado',
  },
};
