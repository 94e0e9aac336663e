import type { ReactElement } from 'react';
import type { ReadyState } from '@flagpost/contracts';
import { TEXTS } from '../../shared/texts/events.js';
import './ready-mark.css';

const ICONS: Readonly<Record<ReadyState, string>> = {
  ready: 'pi-check-circle',
  attention: 'pi-exclamation-circle',
  missing: 'pi-circle',
};

/** Whether something is ready to race: by its shape, its colour and its name. */
export const ReadyMark = ({ state }: { state: ReadyState }): ReactElement => (
  <i
    className={`pi ${ICONS[state]} ready-mark ready-mark-${state}`}
    role="img"
    aria-label={TEXTS.event.ready.marks[state]}
    title={TEXTS.event.ready.marks[state]}
  />
);
