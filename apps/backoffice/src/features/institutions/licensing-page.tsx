import type { ReactElement } from 'react';
import type { LicenceRow } from '@flagpost/contracts';
import { Page } from '../../shared/ui/page.js';
import { counted } from '../../shared/format.js';
import { PATHS } from '../../shared/paths.js';
import { TEXTS } from '../../shared/texts/institutions.js';
import type { Column } from '../../shared/ui/list/filter-and-sort.js';
import { List } from '../../shared/ui/list/list.js';
import { useLicencesQuery } from './api.js';
import { periodText } from './days.js';

const words = TEXTS.licences;

const columns: Column<LicenceRow>[] = [
  { head: words.heads.name, text: ({ Name }) => Name },
  {
    head: words.heads.assigned,
    text: ({ Given, Total }) => words.share(counted(Given), counted(Total)),
    order: ({ Total }) => Total,
    shape: 'number',
  },
  {
    head: words.heads.period,
    text: ({ From, To, TimeZone }) => periodText(From, To, TimeZone),
    order: ({ From }) => From,
    shape: 'days',
  },
  { head: words.heads.events, text: ({ Events }) => counted(Events), shape: 'number' },
];

/** /licensing: the licences of every institution. */
export const LicensingPage = (): ReactElement => {
  const { data, error, refetch } = useLicencesQuery(null, { refetchOnMountOrArgChange: true });
  return (
    <Page title={words.title}>
      <List
        title={words.title}
        search={words.search}
        columns={columns}
        rows={data}
        rowId={({ LicId }) => LicId}
        rowActions={[
          {
            icon: 'pi pi-arrow-right',
            label: ({ Name }) => TEXTS.institutions.open(Name),
            act: { to: ({ ClubId }) => PATHS.institution(ClubId) },
          },
        ]}
        error={error}
        onRetry={() => void refetch()}
        empty={words.empty}
        footer={words.footer}
      />
    </Page>
  );
};
