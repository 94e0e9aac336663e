import { Button } from 'primereact/button';
import { Message } from 'primereact/message';
import { Skeleton } from 'primereact/skeleton';
import { useState, type ReactElement } from 'react';
import {
  KEEP_DAYS,
  KEEP_FOR_EVER,
  keepDaysOf,
  keepPeriodOf,
  zoneGmtHours,
  type KeepingAnswer,
  type KeepingRequest,
} from '@flagpost/contracts';
import { isRefusedAs } from '../../shared/failures.js';
import { counted, timeOfDay, zoneName } from '../../shared/format.js';
import { useAppDispatch } from '../../shared/store.js';
import { TEXTS } from '../../shared/texts/institutions.js';
import { Failure } from '../../shared/ui/failure.js';
import { SelectField } from '../../shared/ui/form/fields.js';
import { Modal } from '../../shared/ui/modal.js';
import { useNotices } from '../../shared/ui/notices.js';
import { YesNo } from '../../shared/ui/yes-no.js';
import { zoneDayText } from '../../shared/zone-days.js';
import { institutionsApi, useKeepingIfSetQuery, useKeepingQuery } from './api.js';
import './keeping.css';

const words = TEXTS.keeping;
/** Races that are named. */
const NAMED = 8;

const periodOf = new Map(Object.entries(words.periods));
const periodText = (keepDays: number): string =>
  periodOf.get(String(keepDays)) ?? words.days(counted(keepDays));

const ruleText = ({ KeepDays }: KeepingAnswer): string =>
  KeepDays === null ? words.forEver : words.after(periodText(KeepDays));

const momentText = (iso: string, zone: string): string => {
  const at = Date.parse(iso);
  const gmtHours = zoneGmtHours(at, zone);
  return words.moment(zoneDayText(iso, zone), timeOfDay(at, gmtHours).slice(0, 5), zoneName(gmtHours));
};

/** Which past races lose their positions under a rule, and when. */
const Losses = ({ keeping, zone }: { keeping: KeepingAnswer; zone: string }): ReactElement | null => {
  const { InForceAt, Races, Total, AtOnce } = keeping;
  if (InForceAt === null) return null;
  return (
    <div className="keeping-losses">
      <p>{AtOnce === 0 ? words.noneAtOnce : words.atOnce(AtOnce, momentText(InForceAt, zone))}</p>
      {Total > AtOnce && <p>{words.later(Total - AtOnce)}</p>}
      {Races.length > 0 && (
        <ul>
          {Races.slice(0, NAMED).map(({ EventId, Name, EndsAt, TimeZone }) => (
            <li key={EventId}>
              <span>{Name}</span> <span>{zoneDayText(EndsAt, TimeZone)}</span>
            </li>
          ))}
          {Total > NAMED && <li>{words.more(Total - NAMED)}</li>}
        </ul>
      )}
    </div>
  );
};

/** Chooses a period, says what it deletes, and asks before it is set. */
const KeepingDialog = ({
  clubId,
  zone,
  current,
  onSet,
  onClose,
}: {
  clubId: number;
  zone: string;
  current: KeepingAnswer;
  onSet: (keepDays: number | null) => Promise<void>;
  onClose: () => void;
}): ReactElement => {
  const [chosen, setChosen] = useState(keepPeriodOf(current.KeepDays));
  const [isAsking, setIsAsking] = useState(false);
  const [isSending, setIsSending] = useState(false);
  const keepDays = keepDaysOf(chosen);
  const isSame = keepDays === current.KeepDays;
  const {
    currentData: preview,
    error,
    refetch,
  } = useKeepingIfSetQuery({ clubId, days: chosen }, { skip: isSame, refetchOnMountOrArgChange: true });
  const send = async (): Promise<void> => {
    setIsAsking(false);
    setIsSending(true);
    await onSet(keepDays);
    setIsSending(false);
  };
  return (
    <>
      <Modal header={words.title} width="560px" onHide={onClose}>
        <form
          className="form"
          onSubmit={(sent) => {
            sent.preventDefault();
            if (isSame) onClose();
            else if (preview !== undefined && preview.Total > 0) setIsAsking(true);
            else if (preview !== undefined) void send();
          }}
        >
          <p>{ruleText(current)}</p>
          <SelectField
            label={words.label}
            value={chosen}
            options={[
              [KEEP_FOR_EVER, words.ever],
              ...KEEP_DAYS.map((days) => [String(days), periodText(days)] as const),
            ]}
            onChange={setChosen}
          />
          <div className="keeping-preview" role="status">
            {error !== undefined && <Failure error={error} onRetry={() => void refetch()} />}
            {!isSame && preview === undefined && error === undefined && <Skeleton height="48px" />}
            {isSame ? (
              <p>{words.asNow}</p>
            ) : keepDays === null ? (
              <p>{words.keepsAll}</p>
            ) : (
              preview !== undefined && <Losses keeping={preview} zone={zone} />
            )}
          </div>
          <div className="form-buttons">
            <Button type="button" label={TEXTS.cancel} text severity="secondary" onClick={onClose} />
            <Button
              type="submit"
              label={words.save}
              loading={isSending}
              disabled={!isSame && preview === undefined}
            />
          </div>
        </form>
      </Modal>
      {isAsking && preview !== undefined && (
        <YesNo
          title={words.askTitle}
          yes={words.yes}
          no={TEXTS.cancel}
          danger
          onYes={() => void send()}
          onNo={() => setIsAsking(false)}
        >
          <Losses keeping={preview} zone={zone} />
          <p>{words.scope}</p>
          <p>{words.final}</p>
        </YesNo>
      )}
    </>
  );
};

/** How long an institution keeps the positions of its races, and what that deletes next. */
export const Keeping = ({
  clubId,
  zone,
}: {
  clubId: number;
  /** The IANA time zone of the institution. */
  zone: string;
}): ReactElement => {
  const dispatch = useAppDispatch();
  const notices = useNotices();
  const { data, error, refetch } = useKeepingQuery(clubId, { refetchOnMountOrArgChange: true });
  const [isOpen, setIsOpen] = useState(false);
  const set = async (keepDays: number | null, former: KeepingAnswer): Promise<void> => {
    try {
      const body = { KeepDays: keepDays, Former: { KeepDays: former.KeepDays } } as KeepingRequest;
      await dispatch(institutionsApi.endpoints.setKeeping.initiate({ id: clubId, body })).unwrap();
      setIsOpen(false);
      notices.success(words.saved);
    } catch (failure) {
      if (isRefusedAs(failure, 'club.keepingChanged')) void refetch();
      notices.showError(failure);
    }
  };
  return (
    <section className="institution-card" aria-label={words.title}>
      <h2>{words.title}</h2>
      {data === undefined && error === undefined && <Skeleton height="48px" />}
      {error !== undefined && <Failure error={error} onRetry={() => void refetch()} />}
      {data !== undefined && (
        <>
          <p>{data.KeepDays === null ? ruleText(data) : `${ruleText(data)} ${words.scope}`}</p>
          {data.SetAt !== null && data.SetBy !== null && (
            <p className="keeping-set">{words.setBy(data.SetBy.Name, momentText(data.SetAt, zone))}</p>
          )}
          {data.InForceAt !== null && !data.IsInForce && (
            <div className="keeping-grace">
              <Message severity="warn" text={words.grace(momentText(data.InForceAt, zone))} />
              <Button
                label={words.undo}
                icon="pi pi-undo"
                onClick={() => void set(data.FormerKeepDays, data)}
              />
            </div>
          )}
          {data.Total > 0 && <Losses keeping={data} zone={zone} />}
          <div className="institution-buttons">
            <Button label={words.change} outlined onClick={() => setIsOpen(true)} />
          </div>
          {isOpen && (
            <KeepingDialog
              clubId={clubId}
              zone={zone}
              current={data}
              onSet={(keepDays) => set(keepDays, data)}
              onClose={() => setIsOpen(false)}
            />
          )}
        </>
      )}
    </section>
  );
};
