import type { ReactElement } from 'react';
import { TEXTS } from '../../../shared/texts/race.js';
import { NoticesPlace } from '../../../shared/ui/notices.js';
import { CarDetail } from './car-detail.js';
import { CarsPanel } from './cars-panel.js';
import { CategoriesPanel } from './categories-panel.js';
import { OfflinePanel } from './offline-panel.js';
import { useAttachPlace } from './race-places.js';
import { SosStrip } from './sos-strip.js';
import { useSteadyColumn } from './steady-column.js';
import { TimersPanel } from './timers-panel.js';
import { UnsentFlags } from './unsent-flags.js';
import './side-column.css';

/** Alerts at the head, then the cars, the opened car, and at the foot what is folded most of the time. */
export const SideColumn = (): ReactElement => {
  const [column, alerts] = useSteadyColumn();
  const panels = useAttachPlace('column');
  return (
    <div className="race-side" ref={column}>
      <section className="race-alerts" ref={alerts} aria-label={TEXTS.alerts.title}>
        <SosStrip />
        <UnsentFlags />
        <NoticesPlace />
        <p className="race-alerts-none">{TEXTS.alerts.none}</p>
      </section>
      <div className="race-below">
        <CarsPanel />
        <div className="race-panels" ref={panels} />
        <CarDetail />
        <div className="race-heads">
          <CategoriesPanel />
          <OfflinePanel />
          <TimersPanel />
        </div>
      </div>
    </div>
  );
};
