import type { ReactElement } from 'react';
import { CarsPanel } from './cars-panel.js';
import { CategoriesPanel } from './categories-panel.js';
import { OfflinePanel } from './offline-panel.js';
import { TimersPanel } from './timers-panel.js';
import './dock.css';

export const Dock = (): ReactElement => (
  <div className="race-dock">
    <CarsPanel />
    <CategoriesPanel />
    <OfflinePanel />
    <TimersPanel />
  </div>
);
