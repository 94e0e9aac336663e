import { Button } from 'primereact/button';
import { Message } from 'primereact/message';
import { useState, type ReactElement } from 'react';
import type { SectorRow } from '@flagpost/contracts';
import { TEXTS } from '../../shared/texts/sectors.js';
import { useNotices } from '../../shared/ui/notices.js';
import { useReplaceSectors, type NewSector } from './replace-sectors.js';

const words = TEXTS.sectors.divide;

/** Says that a division has replaced sectors, and puts them back. */
export const ReplacedSectors = ({
  former,
  sectors,
  onRestored,
}: {
  former: readonly NewSector[];
  /** That there are now. */
  sectors: readonly SectorRow[];
  onRestored: () => void;
}): ReactElement => {
  const notices = useNotices();
  const replaceSectors = useReplaceSectors();
  const [isBusy, setIsBusy] = useState(false);
  const restore = async (): Promise<void> => {
    let restored = 0;
    setIsBusy(true);
    try {
      await replaceSectors(sectors, former, (count) => (restored = count));
      notices.success(words.restored(restored));
      onRestored();
    } catch (error) {
      notices.showDialog(error);
      notices.warning(words.stopped(restored, former.length));
      setIsBusy(false);
    }
  };
  return (
    <Message
      className="sectors-replaced"
      severity="info"
      content={
        <>
          <span>{words.replaced(former.length)}</span>
          <Button label={words.undo} icon="pi pi-undo" text loading={isBusy} onClick={() => void restore()} />
        </>
      }
    />
  );
};
