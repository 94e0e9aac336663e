import { Button } from 'primereact/button';
import type { ReactElement } from 'react';
import { TEXTS } from '../../shared/texts/editor.js';
import { TEXTS as RACE } from '../../shared/texts/race.js';
import { shownDegrees } from './coordinates-form.js';
import type { DrawnPoi } from './model/document.js';

const words = TEXTS.editor;

/** The info window of a point of interest. */
export const PoiCard = ({
  poi,
  isEditing,
  onEdit,
  onRemove,
  onClose,
}: {
  poi: DrawnPoi;
  isEditing: boolean;
  onEdit: () => void;
  onRemove: () => void;
  onClose: () => void;
}): ReactElement => (
  <section className="editor-poi" aria-label={poi.description}>
    <div className="editor-poi-head">
      <h2>{poi.description}</h2>
      <Button icon="pi pi-times" text severity="secondary" aria-label={TEXTS.close} onClick={onClose} />
    </div>
    <p>{RACE.map.poiKinds[poi.icon]}</p>
    <p className="editor-muted">
      {words.coordinates(shownDegrees(poi.position.lat), shownDegrees(poi.position.lng))}
    </p>
    {isEditing && (
      <div className="editor-actions">
        <Button label={words.poi.edit} icon="pi pi-pencil" outlined onClick={onEdit} />
        <Button label={words.poi.remove} icon="pi pi-trash" outlined severity="danger" onClick={onRemove} />
      </div>
    )}
  </section>
);
