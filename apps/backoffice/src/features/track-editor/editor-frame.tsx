import { Button } from 'primereact/button';
import { Checkbox } from 'primereact/checkbox';
import { useState, type ReactElement, type ReactNode } from 'react';
import type { EventDetail } from '@flagpost/contracts';
import { usePageTitle } from '../../shared/page-title.js';
import { ThemeChoice } from '../../shared/theme/theme-choice.js';
import { useTheme } from '../../shared/theme/use-theme.js';
import { TEXTS } from '../../shared/texts/editor.js';
import { MenuToggle } from '../../shared/ui/menu-toggle.js';
import { NoticesPlace } from '../../shared/ui/notices.js';
import type { FileDrop } from '../../shared/ui/use-dropped-file.js';

const words = TEXTS.editor;

/** Bar and tools above, the map, and the panel of shapes beside it; on a phone that is a sheet over the map's foot. */
export const EditorFrame = ({
  event,
  name,
  kilometres,
  isUnsaved,
  isSnapping,
  onSnapping,
  warnings,
  onBack,
  toolbar,
  drop,
  notes,
  map,
  card,
  panel,
  children,
}: {
  event: EventDetail;
  /** Of the track; empty: it has none yet. */
  name: string;
  kilometres: string;
  isUnsaved: boolean;
  isSnapping: boolean;
  /** Null: nothing can be drawn here. */
  onSnapping: ((isSnapping: boolean) => void) | null;
  /** How many there are. */
  warnings: number;
  onBack: () => void;
  toolbar: ReactNode;
  /** A track file that is dropped on the screen. */
  drop: FileDrop;
  notes: ReactNode;
  map: ReactNode;
  card: ReactNode;
  panel: ReactNode;
  /** Dialogs. */
  children: ReactNode;
}): ReactElement => {
  const { theme, choose } = useTheme('pages');
  const [showsPanel, setShowsPanel] = useState(false);
  usePageTitle(words.title(event.eveName));
  return (
    <div className="editor" data-sheet={showsPanel || undefined}>
      <header className="editor-bar">
        <MenuToggle />
        <Button
          icon="pi pi-arrow-left"
          text
          severity="secondary"
          aria-label={words.backToEvent}
          title={words.backToEvent}
          onClick={onBack}
        />
        <div className="editor-title">
          <h1 title={event.eveName}>{words.title(event.eveName)}</h1>
          <p>
            <span>{name === '' ? words.unnamed : name}</span>
            <span className="editor-kilometres">{words.kilometres(kilometres)}</span>
            {isUnsaved && <span className="editor-unsaved">{words.unsaved}</span>}
          </p>
        </div>
        <ThemeChoice theme={theme} onChoose={choose} />
      </header>
      {toolbar}
      <main className="editor-body" {...drop.handlers}>
        <div className="editor-ground">
          {map}
          <div className="editor-notes">{notes}</div>
          {drop.isOver && <p className="editor-drop">{words.dropHere}</p>}
          {card}
        </div>
        <aside className="editor-panel" aria-label={words.panel}>
          {onSnapping !== null && (
            <label className="editor-snapping" htmlFor="editor-snapping">
              <Checkbox
                inputId="editor-snapping"
                checked={isSnapping}
                onChange={({ checked }) => onSnapping(checked === true)}
              />
              {words.snapping}
            </label>
          )}
          {panel}
        </aside>
      </main>
      <button
        type="button"
        className="editor-foot"
        aria-expanded={showsPanel}
        onClick={() => setShowsPanel(!showsPanel)}
      >
        {words.panel}
        {warnings > 0 && (
          <span className="editor-foot-warnings">
            <i className="pi pi-exclamation-triangle" aria-hidden="true" />
            {words.warningCount(warnings)}
          </span>
        )}
      </button>
      <NoticesPlace />
      {children}
    </div>
  );
};
