import { Button } from 'primereact/button';
import { useState, type ReactElement } from 'react';
import { useNotices } from '../../shared/ui/notices.js';

/** Saves a file or prints a page, and is busy until it is there. */
export const SaveButton = ({
  label,
  icon,
  save,
}: {
  label: string;
  icon: string;
  save: () => Promise<void>;
}): ReactElement => {
  const notices = useNotices();
  const [isBusy, setIsBusy] = useState(false);
  const onClick = async (): Promise<void> => {
    setIsBusy(true);
    try {
      await save();
    } catch (error) {
      notices.showDialog(error);
    } finally {
      setIsBusy(false);
    }
  };
  return <Button label={label} icon={icon} outlined loading={isBusy} onClick={() => void onClick()} />;
};
