import type { ReactElement } from 'react';
import type { RaceMapTexts } from './types.js';

export interface ZoomButtonsProps {
  readonly texts: RaceMapTexts;
  readonly onZoomIn: () => void;
  readonly onZoomOut: () => void;
  readonly onFit: () => void;
}

export const ZoomButtons = ({ texts, onZoomIn, onZoomOut, onFit }: ZoomButtonsProps): ReactElement => (
  <div className="race-map-controls">
    <button type="button" aria-label={texts.zoomIn} title={texts.zoomIn} onClick={onZoomIn}>
      <span className="pi pi-plus" aria-hidden />
    </button>
    <button type="button" aria-label={texts.zoomOut} title={texts.zoomOut} onClick={onZoomOut}>
      <span className="pi pi-minus" aria-hidden />
    </button>
    <button type="button" aria-label={texts.fit} title={texts.fit} onClick={onFit}>
      <span className="pi pi-expand" aria-hidden />
    </button>
  </div>
);
