import type { Words } from '../in-language.js';
import type { english } from '../en/race-change.js';

export const spanish: Words<typeof english> = {
  raceChange: {
    finish: {
      placed: 'meta colocada',
      moved: (metres) => `meta desplazada ${metres} m`,
      removed: 'meta eliminada',
    },
    start: {
      placed: 'salida colocada',
      moved: (metres) => `salida desplazada ${metres} m`,
      removed: 'salida eliminada',
    },
    boxes: { placed: 'boxes dibujados', moved: 'boxes modificados', removed: 'boxes eliminados' },
    line: {
      placed: (after) => `línea de ${after} km dibujada`,
      moved: (before, after) => `línea ${before} km → ${after} km`,
      redrawn: (km) => `línea dibujada de nuevo, ${km} km como antes`,
      removed: (before) => `línea de ${before} km eliminada`,
    },
    timing: {
      start: 'las vueltas van ahora de la salida a la meta',
      finish: 'las vueltas van ahora de meta a meta',
    },

    effects: {
      atOnce:
        'La carrera está en marcha: lo que guarde tiene efecto de inmediato. Las vueltas contadas se conservan.',
      finishPlaced: 'Desde ahora las vueltas se cuentan en la meta.',
      finishMoved:
        'Una vuelta en curso conserva su comienzo y termina en la nueva meta. Un coche que ha pasado la meta anterior y aún no la nueva cuenta una vuelta corta; un coche que ha pasado la nueva y aún no la anterior no cuenta ninguna hasta que vuelve a pasar.',
      finishRemoved: 'Sin meta no se cuenta ninguna vuelta desde ahora.',
      startTimed:
        'Las mangas que empiezan desde ahora se cronometran desde la nueva salida. Una manga en curso conserva la hora a la que dejó la anterior.',
      startIgnored: 'La salida no cambia nada en las vueltas: van de meta a meta.',
      timedFromStart:
        'Salida y meta están a más de dos radios: desde ahora las vueltas son mangas de la salida a la meta. Una vuelta en curso conserva su comienzo.',
      timedFromFinish:
        'Desde ahora las vueltas van de meta a meta. Una manga en curso cuenta como vuelta en la meta, salvo que sea la primera del coche.',
      line: 'La línea no cuenta vueltas: las cuenta la meta. Los kilómetros y los tramos de los sectores siguen la nueva línea.',
      boxes:
        'Los boxes no cuentan vueltas. Un coche que se detiene dentro no genera aviso desde ahora; fuera, sí.',
      boxesRemoved: 'Los boxes no cuentan vueltas. Sin boxes, todo coche que se detiene genera un aviso.',
    },
  },
};
