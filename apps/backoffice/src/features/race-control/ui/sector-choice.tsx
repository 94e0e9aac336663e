import { skipToken } from '@reduxjs/toolkit/query';
import { Button } from 'primereact/button';
import { useId, useState, type ReactElement, type SubmitEvent } from 'react';
import type { SectorRow } from '@flagpost/contracts';
import { useRaceDispatch, useRaceSelector } from '../state/race-store.js';
import { TEXTS } from '../../../shared/texts/race.js';
import { RULES } from '../../../shared/texts/rules.js';
import { useNotices } from '../../../shared/ui/notices.js';
import { useEventQuery } from '../../events/api.js';
import { useSectorsQuery } from '../api.js';
import { useRace } from '../race-context.js';
import { sectorChosen, selectView } from '../state/view.js';
import { RacePanel } from './race-panel.js';

interface Sectors {
  sectors: readonly SectorRow[];
  /** Sector of the next flag of a hazard; null: the whole track. */
  chosen: SectorRow | null;
}

const NO_SECTORS: readonly SectorRow[] = [];

/** Sectors of the event's track; none while it has no track. */
export const useSectors = (): Sectors => {
  const { eventId } = useRace();
  const { data: event } = useEventQuery(eventId);
  const { data: sectors = NO_SECTORS } = useSectorsQuery(event?.traId ?? skipToken);
  const { sectorId } = useRaceSelector(selectView);
  return { sectors, chosen: sectors.find(({ secId }) => secId === sectorId) ?? null };
};

const SectorDialog = ({
  sectors,
  former,
  onChoose,
  onClose,
}: {
  sectors: readonly SectorRow[];
  former: SectorRow | null;
  onChoose: (sectorId: number | null) => void;
  onClose: () => void;
}): ReactElement => {
  const [sectorId, setSectorId] = useState(former?.secId ?? null);
  const notices = useNotices();
  const group = useId();
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (sectorId === null) notices.warning(RULES.fields.sector);
    else onChoose(sectorId);
  };
  return (
    <RacePanel header={TEXTS.flags.selectSector} onHide={onClose}>
      <form className="dialog-form" onSubmit={submit}>
        <ul className="sectors">
          {sectors.map(({ secId, secNumber, secPicpath, Kms }) => (
            <li key={secId}>
              <label>
                <input
                  type="radio"
                  name={group}
                  checked={secId === sectorId}
                  onChange={() => setSectorId(secId)}
                />
                {TEXTS.flags.sector(secNumber)}
                <span>{TEXTS.flags.kilometres(Kms)}</span>
                {secPicpath !== null && <img src={`/api/${secPicpath}`} alt="" loading="lazy" />}
              </label>
            </li>
          ))}
        </ul>
        <div className="dialog-buttons">
          {former === null ? (
            <Button type="button" label={TEXTS.cancel} text severity="secondary" onClick={onClose} />
          ) : (
            <Button
              type="button"
              label={TEXTS.flags.wholeTrack}
              text
              severity="secondary"
              onClick={() => onChoose(null)}
            />
          )}
          <Button type="submit" label={TEXTS.flags.select} />
        </div>
      </form>
    </RacePanel>
  );
};

/** 'select sector': the sector of the next flag of a hazard. */
export const SectorChoice = ({ sectors, chosen }: Sectors): ReactElement | null => {
  const [isOpen, setIsOpen] = useState(false);
  const dispatch = useRaceDispatch();
  if (sectors.length === 0) return null;
  return (
    <div className="sector-choice-row">
      <button
        type="button"
        className={chosen === null ? 'sector-choice' : 'sector-choice sector-choice-made'}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        {chosen === null ? TEXTS.flags.wholeTrack : TEXTS.flags.sector(chosen.secNumber)}
        <i className="pi pi-chevron-down" aria-hidden="true" />
      </button>
      {chosen !== null && (
        <button
          type="button"
          className="sector-choice sector-choice-clear"
          title={TEXTS.flags.clearSector}
          aria-label={TEXTS.flags.clearSector}
          onClick={() => dispatch(sectorChosen(null))}
        >
          <i className="pi pi-times" aria-hidden="true" />
        </button>
      )}
      {isOpen && (
        <SectorDialog
          sectors={sectors}
          former={chosen}
          onChoose={(sectorId) => {
            dispatch(sectorChosen(sectorId));
            setIsOpen(false);
          }}
          onClose={() => setIsOpen(false)}
        />
      )}
    </div>
  );
};
