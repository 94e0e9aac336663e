import type { ReactElement } from 'react';
import { FAULTS, licenceRequest, LIMITS, type LicenceRow } from '@flagpost/contracts';
import { z } from 'zod';
import { useAppDispatch } from '../../app/store.js';
import { counted } from '../../shared/format.js';
import { TEXTS } from '../../shared/texts/institutions.js';
import { FormDialog } from '../../shared/ui/form/form-dialog.js';
import { useNotices } from '../../shared/ui/notices.js';
import { institutionsApi } from './api.js';
import { dayField, endOfDay, startOfDay } from './days.js';

const words = TEXTS.licences;
const { endpoints } = institutionsApi;
const WIDTH_PX = 650;

/** An empty count, or a minus alone, adds nothing yet. */
export const countOf = (typed: string): number => {
  const count = Number(typed.trim());
  return Number.isInteger(count) ? count : 0;
};

/** What is typed (days of this device, licences to add to `total`) becomes what the server takes. */
export const licenceForm = (ClubId: number, total: number) =>
  z
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
          return next > 0 && next <= LIMITS.licences;
        }, FAULTS.licenceTotalRange),
    })
    .transform(({ From, To, Added }) => ({
      ClubId,
      Total: total + countOf(Added),
      From: startOfDay(From),
      To: endOfDay(To),
    }))
    .pipe(licenceRequest);

/** Grants a licence, or adds to one. */
export const LicenceDialog = ({
  clubId,
  licence,
  onClose,
}: {
  clubId: number;
  /** Null: a new one. */
  licence: LicenceRow | null;
  onClose: () => void;
}): ReactElement => {
  const dispatch = useAppDispatch();
  const notices = useNotices();
  const total = licence?.Total ?? 0;
  return (
    <FormDialog
      title={words.manage}
      width={WIDTH_PX}
      schema={licenceForm(clubId, total)}
      start={{
        Total: counted(total),
        From: licence === null ? '' : dayField(licence.From),
        To: licence === null ? '' : dayField(licence.To),
        Added: licence === null ? '' : '0',
      }}
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
      sayOf={({ Added = '' }) => words.newTotal(counted(total + countOf(Added)))}
      onSubmit={(body) =>
        licence === null
          ? dispatch(endpoints.grantLicence.initiate(body)).unwrap()
          : dispatch(endpoints.editLicence.initiate({ id: licence.LicId, body })).unwrap()
      }
      onDone={() => {
        onClose();
        notices.success(licence === null ? words.created : words.updated);
      }}
      onCancel={onClose}
    />
  );
};
