import type { ReactElement } from 'react';
import {
  clubRequest,
  keysOf,
  LIMITS,
  newClubRequest,
  readClub,
  type ClubAnswer,
  type CountryRow,
} from '@flagpost/contracts';
import type { Path } from 'react-hook-form';
import type { z } from 'zod';
import { useAppDispatch } from '../../shared/store.js';
import { TEXTS } from '../../shared/texts/institutions.js';
import { EditDialog } from '../../shared/ui/form/edit-dialog.js';
import type { Field } from '../../shared/ui/form/field-view.js';
import { FormDialog } from '../../shared/ui/form/form-dialog.js';
import { useNotices } from '../../shared/ui/notices.js';
import { institutionsApi, useCountriesQuery } from './api.js';

type Club = z.input<typeof clubRequest>;
type NewClub = z.input<typeof newClubRequest>;

const words = TEXTS.institutions;
const { endpoints } = institutionsApi;
const WIDTH_PX = 850;

const NO_CLUB: Club = {
  cluName: '',
  couId: Number.NaN,
  cluState: '',
  cluCity: '',
  cluAddress: '',
  cluMail: '',
  cluWeb: '',
  cluSocialNetwork: '',
  cluFacebook: '',
  cluInstagram: '',
  cluLatitude: '',
  cluLongitude: '',
};

/** The fields of an institution, in a form that holds it at `at`. */
const clubFields = <Values extends Club | NewClub>(
  at: '' | 'club.',
  countries: readonly { id: number; name: string }[],
): Field<Values>[] => {
  const name = (field: keyof Club) => `${at}${field}` as Path<Values>;
  return [
    { name: name('cluName'), label: words.fields.name, max: LIMITS.name },
    { name: name('couId'), label: words.fields.country, kind: 'select', options: countries },
    { name: name('cluState'), label: words.fields.state, max: LIMITS.place },
    { name: name('cluCity'), label: words.fields.city, max: LIMITS.place },
    { name: name('cluAddress'), label: words.fields.address, max: LIMITS.address },
    { name: name('cluMail'), label: words.fields.mail, kind: 'email', max: LIMITS.institutionMail },
    { name: name('cluWeb'), label: words.fields.web, max: LIMITS.link },
    { name: name('cluSocialNetwork'), label: words.fields.social, max: LIMITS.link },
    { name: name('cluFacebook'), label: words.fields.facebook, max: LIMITS.link },
    { name: name('cluInstagram'), label: words.fields.instagram, max: LIMITS.link },
    { name: name('cluLatitude'), label: words.fields.latitude, max: LIMITS.coordinate },
    { name: name('cluLongitude'), label: words.fields.longitude, max: LIMITS.coordinate },
  ];
};

const contactFields: Field<NewClub>[] = [
  { name: 'user.Name', label: words.fields.firstName, max: LIMITS.name },
  { name: 'user.Surname', label: words.fields.lastName, max: LIMITS.name },
  { name: 'user.Phone', label: words.fields.phone, kind: 'tel', max: LIMITS.phone },
  { name: 'user.Email', label: words.fields.email, kind: 'email', max: LIMITS.userEmail },
];

/** The countries come after the dialog: until then there is the one that is chosen. */
const useCountryOptions = (chosen: Pick<CountryRow, 'couId' | 'couName'> | null) => {
  const { data = chosen === null ? [] : [chosen] } = useCountriesQuery(null);
  return data.map(({ couId, couName }) => ({ id: couId, name: couName }));
};

/** An institution, then its contact person, who becomes its event organizer. */
export const NewInstitutionDialog = ({ onClose }: { onClose: () => void }): ReactElement => {
  const dispatch = useAppDispatch();
  const notices = useNotices();
  const countries = useCountryOptions(null);
  return (
    <FormDialog
      title={words.create}
      width={WIDTH_PX}
      schema={newClubRequest}
      start={{ club: NO_CLUB, user: { Name: '', Surname: '', Phone: '', Email: '' } }}
      sections={[
        { title: words.step(1), fields: clubFields<NewClub>('club.', countries) },
        { title: words.step(2), fields: contactFields },
      ]}
      inSteps
      onSubmit={(body) => dispatch(endpoints.registerClub.initiate(body)).unwrap()}
      onDone={() => {
        onClose();
        notices.success(words.created);
      }}
      onCancel={onClose}
    />
  );
};

const startOf = (club: ClubAnswer): Club =>
  Object.fromEntries(keysOf(readClub.shape).map((field) => [field, club[field] ?? ''])) as unknown as Club;

export const EditInstitutionDialog = ({
  club,
  onClose,
}: {
  club: ClubAnswer;
  onClose: () => void;
}): ReactElement => {
  const dispatch = useAppDispatch();
  const notices = useNotices();
  const countries = useCountryOptions(club);
  return (
    <EditDialog
      title={words.editTitle}
      width={WIDTH_PX}
      row={club}
      changed="club.changed"
      read={({ cluId }) =>
        dispatch(endpoints.club.initiate(cluId, { subscribe: false, forceRefetch: true })).unwrap()
      }
      schema={clubRequest}
      valuesOf={startOf}
      sections={[{ fields: clubFields<Club>('', countries) }]}
      onSubmit={(body, edited) =>
        dispatch(
          endpoints.editClub.initiate({
            id: edited.cluId,
            body: { ...body, Former: readClub.parse(edited) },
          }),
        ).unwrap()
      }
      onDone={() => {
        onClose();
        notices.success(words.updated);
      }}
      onCancel={onClose}
    />
  );
};
