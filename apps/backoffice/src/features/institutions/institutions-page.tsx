import { Button } from 'primereact/button';
import { useState, type ReactElement } from 'react';
import type { ClubRow } from '@flagpost/contracts';
import { Page } from '../../shared/ui/page.js';
import { counted } from '../../shared/format.js';
import { PATHS } from '../../shared/paths.js';
import { TEXTS } from '../../shared/texts/institutions.js';
import type { Column } from '../../shared/ui/list/filter-and-sort.js';
import { List } from '../../shared/ui/list/list.js';
import { useMessage } from '../../shared/ui/use-message.js';
import { useClubsQuery } from './api.js';
import { periodText } from './days.js';
import { NewInstitutionDialog } from './institution-dialog.js';

const words = TEXTS.institutions;

const columns: Column<ClubRow>[] = [
  { head: words.heads.name, text: ({ cluName }) => cluName },
  { head: words.heads.organizer, text: ({ Planners }) => Planners },
  { head: words.heads.mail, text: ({ cluMail }) => cluMail ?? TEXTS.unknown, shape: 'address' },
  { head: words.heads.users, text: ({ usersCount }) => counted(usersCount), shape: 'number' },
  {
    head: words.heads.assigned,
    text: ({ licLicensesGiven, licTotal }) =>
      licTotal === null
        ? TEXTS.unknown
        : TEXTS.licences.share(counted(licLicensesGiven ?? 0), counted(licTotal)),
    order: ({ licTotal }) => licTotal ?? -1,
    shape: 'number',
  },
  {
    head: words.heads.period,
    text: ({ licLicenseFrom, licLicenseTo, cluTimeZone }) =>
      periodText(licLicenseFrom, licLicenseTo, cluTimeZone),
    order: ({ licLicenseFrom }) => licLicenseFrom ?? '',
    shape: 'days',
  },
  { head: words.heads.events, text: ({ eventsCount }) => counted(eventsCount), shape: 'number' },
];

/** /clubs: every institution, for administrators. */
export const InstitutionsPage = (): ReactElement => {
  const { data, error, refetch } = useClubsQuery(null, { refetchOnMountOrArgChange: true });
  const [isCreating, setIsCreating] = useState(false);
  useMessage(words.deleted, PATHS.institutions);
  return (
    <Page title={words.title}>
      <List
        title={words.title}
        search={words.search}
        actions={<Button label={words.create} icon="pi pi-plus" onClick={() => setIsCreating(true)} />}
        columns={columns}
        rows={data}
        rowId={({ cluId }) => cluId}
        rowActions={[
          {
            icon: 'pi pi-arrow-right',
            label: ({ cluName }) => words.open(cluName),
            act: { to: ({ cluId }) => PATHS.institution(cluId) },
          },
        ]}
        error={error}
        onRetry={() => void refetch()}
        empty={words.empty}
        footer={words.footer}
      />
      {isCreating && <NewInstitutionDialog onClose={() => setIsCreating(false)} />}
    </Page>
  );
};
