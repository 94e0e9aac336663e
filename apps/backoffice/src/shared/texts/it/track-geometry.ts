import type { Words } from '../in-language.js';
import type { english } from '../en/track-geometry.js';

export const italian: Words<typeof english> = {
  trackGeometry: {
    kilometres: (kilometres) => `${kilometres} km`,
    thinned: (points, errorM) => `${points} punti, al massimo a ${errorM} m dalla linea`,
    warnings: {
      finishTwice: (times, radiusM, besideM) =>
        `Un giro verrebbe contato ${times} volte: la linea di gara torna nel cerchio del traguardo di ${radiusM} m, a ${besideM} m dal traguardo.`,
      fitting: (radiusM) => `Un raggio del traguardo di ${radiusM} m lo conterebbe una volta.`,
      noneFitting: 'Nessun raggio minore del traguardo lo conterebbe una volta: spostare il traguardo.',
      startNearFinish: (apartM, leastM) =>
        `Partenza e traguardo distano ${apartM} m. Una prova conta solo se distano più di due raggi, ${leastM} m: ora si contano i giri di un circuito.`,
      finishInBoxes: 'Il traguardo è nei box: le vetture che passano dai box conterebbero un giro.',
      boxesOverFinish: (offM, radiusM) =>
        `I box sono a ${offM} m dal traguardo, dentro il suo cerchio di ${radiusM} m: le vetture nei box conterebbero un giro.`,
      finishOffLine: (offM, radiusM) =>
        `Il traguardo è a ${offM} m dalla linea di gara, fuori dal suo cerchio di ${radiusM} m: nessun giro verrebbe contato.`,
    },
  },
};
