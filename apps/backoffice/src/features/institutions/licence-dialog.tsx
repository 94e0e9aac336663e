import { useMemo, type ReactElement } from 'react';
import {
  FAULTS,
  licenceRequest,
  type LicenceRequest,
  type LicenceRow,
  LICENCES_MAX,
} from '@flagpost/contracts';
import { z } from 'zod';
import { useAppDispatch } from '../../shared/store.js';
import { counted } from '../../shared/format.js';
import { TEXTS } from '../../shared/texts/institutions.js';
import { FormDialog } from '../../shared/ui/form/form-dialog.js';
import { NewestValues } from '../../shared/ui/form/newest-values.js';
import { useEdited } from '../../shared/ui/form/use-edited.js';
import { useNotices } from '../../shared/ui/notices.js';
import { institutionsApi } from './api.js';
import { dayField, firstMomentOf, lastMomentOf } from './days.js';

const words = TEXTS.licences;
const { endpoints } = institutionsApi;
const WIDTH_PX = 650;

/** An empty count, or a minus alone, adds nothing yet. */
export const countOf = (typed: string): number => {
  const count = Number(typed.trim());
  return Number.isInteger(count) ? count : 0;
};

/** The data of an existing licence. */
type Granted = Pick<LicenceRow, 'Total' | 'From' | 'To'>;

/** Turns the input (days in the institution's zone, licences to add to those granted) into the server's request. */
export const licenceForm = (ClubId: number, zone: string, granted: Granted | null) => {
  const total = granted?.Total ?? 0;
  return z
    .object({
      Total: z.string(),
      From: z.string().min(1, FAULTS.from),
      To: z.string().min(1, FAULTS.to),
      Added: z
        .string()
        .trim()
        .refine((typed) => typed !== '' && typed !== '-', { error: FAULTS.newLicences, abort: true })
        .regex(/^-?\d+$/, { error: FAULTS.newLicencesWhole, abort: true })
        .refine((typed) => {
          const next = total + countOf(typed);
          return next > 0 && next <= LICENCES_MAX;
        }, FAULTS.licenceTotalRange),
    })
    .transform(({ From, To, Added }): LicenceRequest => ({
      ClubId,
      Total: total + countOf(Added),
      From: firstMomentOf(From, zone, granted?.From),
      To: lastMomentOf(To, zone, granted?.To),
      Former: granted === null ? undefined : { Total: granted.Total, From: granted.From, To: granted.To },
    }))
    .pipe(licenceRequest);
};

type Values = z.input<ReturnType<typeof licenceForm>>;

const valuesOf = (granted: Granted | null, zone: string): Values => ({
  Total: counted(granted?.Total ?? 0),
  From: granted === null ? '' : dayField(granted.From, zone),
  To: granted === null ? '' : dayField(granted.To, zone),
  Added: granted === null ? '' : '0',
});

/** Grants a licence, or adds to one. */
export const LicenceDialog = ({
  clubId,
  zone,
  licence,
  onClose,
}: {
  clubId: number;
  /** The IANA time zone of the institution. */
  zone: string;
  /** Null: a new one. */
  licence: LicenceRow | null;
  onClose: () => void;
}): ReactElement => {
  const dispatch = useAppDispatch();
  const notices = useNotices();
  /** As it was read last: what is added is added to this. */
  const { edited: granted, saving } = useEdited(licence, 'licence.changed', async () => {
    if (licence === null) return undefined;
    return dispatch(
      endpoints.licence.initiate(licence.LicId, { subscribe: false, forceRefetch: true }),
    ).unwrap();
  });
  const values = useMemo(() => valuesOf(granted, zone), [granted, zone]);
  return (
    <FormDialog
      title={licence === null ? words.create : words.manage}
      width={WIDTH_PX}
      schema={licenceForm(clubId, zone, granted)}
      start={values}
      sections={[
        {
          fields: [
            { name: 'From', label: words.from, kind: 'date' },
            { name: 'To', label: words.to, kind: 'date' },
            { name: 'Total', label: words.total, isReadOnly: true },
            { name: 'Added', label: words.added },
          ],
        },
      ]}
      summary={({ Added = '' }) => words.newTotal(counted((granted?.Total ?? 0) + countOf(Added)))}
      onSubmit={(body) =>
        licence === null
          ? dispatch(endpoints.grantLicence.initiate(body)).unwrap()
          : saving(() => dispatch(endpoints.editLicence.initiate({ id: licence.LicId, body })).unwrap())
      }
      onDone={() => {
        onClose();
        notices.success(licence === null ? words.created : words.updated);
      }}
      onCancel={onClose}
    >
      <NewestValues values={values} />
    </FormDialog>
  );
};
