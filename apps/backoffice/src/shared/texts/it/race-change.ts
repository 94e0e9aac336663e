import type { Words } from '../in-language.js';
import type { english } from '../en/race-change.js';

export const italian: Words<typeof english> = {
  raceChange: {
    finish: {
      placed: 'traguardo posto',
      moved: (metres) => `traguardo spostato di ${metres} m`,
      removed: 'traguardo rimosso',
    },
    start: {
      placed: 'partenza posta',
      moved: (metres) => `partenza spostata di ${metres} m`,
      removed: 'partenza rimossa',
    },
    boxes: { placed: 'box disegnati', moved: 'box modificati', removed: 'box rimossi' },
    line: {
      placed: (after) => `linea di ${after} km disegnata`,
      moved: (before, after) => `linea ${before} km → ${after} km`,
      redrawn: (km) => `linea ridisegnata, ${km} km come prima`,
      removed: (before) => `linea di ${before} km rimossa`,
    },
    timing: {
      start: 'i giri vanno ora dalla partenza al traguardo',
      finish: 'i giri vanno ora da traguardo a traguardo',
    },

    effects: {
      atOnce: 'La gara è in corso: ciò che salva ha effetto subito. I giri contati restano.',
      finishPlaced: 'Da ora i giri si contano al traguardo.',
      finishMoved:
        'Un giro in corso conserva il suo inizio e finisce al nuovo traguardo. Una vettura che ha passato il traguardo precedente e non ancora il nuovo conta un giro corto; una vettura che ha passato il nuovo e non ancora il precedente non ne conta finché non ripassa.',
      finishRemoved: 'Senza traguardo da ora non si conta alcun giro.',
      startTimed:
        'Le prove che iniziano da ora si cronometrano dalla nuova partenza. Una prova in corso conserva l’ora in cui ha lasciato la precedente.',
      startIgnored: 'La partenza non cambia nulla per i giri: vanno da traguardo a traguardo.',
      timedFromStart:
        'Partenza e traguardo distano più di due raggi: da ora i giri sono prove dalla partenza al traguardo. Un giro in corso conserva il suo inizio.',
      timedFromFinish:
        'Da ora i giri vanno da traguardo a traguardo. Una prova in corso conta come giro al traguardo, a meno che sia la prima della vettura.',
      line: 'La linea non conta giri: li conta il traguardo. I chilometri e i tratti dei settori seguono la nuova linea.',
      boxes:
        'I box non contano giri. Da ora una vettura che si ferma al loro interno non dà alcun avviso; all’esterno sì.',
      boxesRemoved: 'I box non contano giri. Senza box ogni vettura che si ferma dà un avviso.',
    },
  },
};
