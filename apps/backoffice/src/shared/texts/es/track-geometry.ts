import type { Words } from '../in-language.js';
import type { english } from '../en/track-geometry.js';

export const spanish: Words<typeof english> = {
  trackGeometry: {
    kilometres: (kilometres) => `${kilometres} km`,
    thinned: (points, errorM) => `${points} puntos, como máximo a ${errorM} m de la línea`,
    warnings: {
      finishTwice: (times, radiusM, besideM) =>
        `Una vuelta contaría ${times} veces: la línea de carrera vuelve al círculo de meta de ${radiusM} m, a ${besideM} m de la meta.`,
      fitting: (radiusM) => `Un radio de meta de ${radiusM} m la contaría una vez.`,
      noneFitting: 'Ningún radio de meta menor la contaría una vez: coloque la meta en otro lugar.',
      startNearFinish: (apartM, leastM) =>
        `La salida y la meta están a ${apartM} m. Un tramo solo cuenta si están a más de dos radios, ${leastM} m: ahora se cuentan vueltas de un circuito.`,
      finishInBoxes: 'La meta está en los boxes: los coches que pasen por los boxes contarían una vuelta.',
      boxesOverFinish: (offM, radiusM) =>
        `Los boxes están a ${offM} m de la meta, dentro de su círculo de ${radiusM} m: los coches en los boxes contarían una vuelta.`,
      finishOffLine: (offM, radiusM) =>
        `La meta está a ${offM} m de la línea de carrera, fuera de su círculo de ${radiusM} m: no contaría ninguna vuelta.`,
    },
  },
};
