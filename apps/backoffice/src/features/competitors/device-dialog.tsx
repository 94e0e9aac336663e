import { Button } from 'primereact/button';
import { useState, type ReactElement } from 'react';
import type { CompetitorRow, DeviceAnswer, DeviceTokenAnswer } from '@flagpost/contracts';
import { momentText } from '../../shared/format.js';
import { useAppDispatch } from '../../shared/store.js';
import { TEXTS } from '../../shared/texts/competitors.js';
import { Failure } from '../../shared/ui/failure.js';
import { Modal } from '../../shared/ui/modal.js';
import { useNotices } from '../../shared/ui/notices.js';
import { YesNo } from '../../shared/ui/yes-no.js';
import { competitorsApi, useDeviceQuery } from './api.js';
import { competitorName } from './rows.js';

const words = TEXTS.entries.device;
const WIDTH = '650px';
const DOORS = ['osmand', 'owntracks', 'positions', 'signals'] as const;

const Status = ({ device }: { device: DeviceAnswer }): ReactElement => (
  <>
    <p>{device.hasToken ? words.has : words.none}</p>
    {device.hasToken && (
      <dl className="device-facts">
        <dt>{words.heard}</dt>
        <dd>{device.heardAt === null ? words.never : momentText(device.heardAt)}</dd>
        {device.droppedAt !== null && (
          <>
            <dt>{words.dropped}</dt>
            <dd>
              {momentText(device.droppedAt)}
              {device.droppedReason !== null && `: ${words.reasons[device.droppedReason]}`}
            </dd>
          </>
        )}
      </dl>
    )}
  </>
);

/** The addresses that a token opens. */
const Doors = ({ doors }: Pick<DeviceTokenAnswer, 'doors'>): ReactElement => {
  const notices = useNotices();
  // A browser has none over plain http: the address can be selected.
  const { clipboard } = navigator as Partial<Navigator>;
  const copy = async (address: string): Promise<void> => {
    try {
      await clipboard?.writeText(address);
      notices.success(words.copied);
    } catch (error) {
      notices.showError(error);
    }
  };
  return (
    <>
      <p>{words.shownOnce}</p>
      <ul className="device-doors">
        {DOORS.map((door) => (
          <li key={door}>
            <span>{words.doors[door]}</span>
            <code>{doors[door]}</code>
            {clipboard !== undefined && (
              <Button
                icon="pi pi-copy"
                text
                severity="secondary"
                aria-label={words.copy(words.doors[door])}
                title={words.copy(words.doors[door])}
                onClick={() => void copy(doors[door])}
              />
            )}
          </li>
        ))}
      </ul>
    </>
  );
};

/** Whether a competitor's device is heard, and the way to give it another token. */
export const DeviceDialog = ({
  row,
  mayIssue,
  onClose,
}: {
  row: CompetitorRow;
  mayIssue: boolean;
  onClose: () => void;
}): ReactElement => {
  const dispatch = useAppDispatch();
  const notices = useNotices();
  const { data, error, refetch } = useDeviceQuery(row.InvitationId, { refetchOnMountOrArgChange: true });
  const [issued, setIssued] = useState<DeviceTokenAnswer | null>(null);
  const [isAsking, setIsAsking] = useState(false);

  const issue = async (): Promise<void> => {
    setIsAsking(false);
    try {
      const { issueDeviceToken } = competitorsApi.endpoints;
      setIssued(await dispatch(issueDeviceToken.initiate(row.InvitationId)).unwrap());
      void refetch();
    } catch (failure) {
      notices.showDialog(failure);
    }
  };

  return (
    <>
      <Modal
        header={TEXTS.entries.deviceOf(competitorName(row))}
        width={WIDTH}
        onHide={onClose}
        footer={
          <>
            {mayIssue && (
              <Button
                label={words.make}
                icon="pi pi-key"
                outlined
                disabled={data === undefined}
                onClick={() => (data?.hasToken === true ? setIsAsking(true) : void issue())}
              />
            )}
            <Button label={TEXTS.close} onClick={onClose} />
          </>
        }
      >
        {error !== undefined && <Failure error={error} onRetry={() => void refetch()} />}
        {data !== undefined && <Status device={data} />}
        {issued !== null && <Doors doors={issued.doors} />}
      </Modal>
      {isAsking && (
        <YesNo
          title={words.make}
          yes={words.make}
          no={TEXTS.cancel}
          danger
          onYes={() => void issue()}
          onNo={() => setIsAsking(false)}
        >
          {words.makeQuestion}
        </YesNo>
      )}
    </>
  );
};
