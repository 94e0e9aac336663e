import type { ReactElement } from 'react';
import { circuitRequest, LIMITS, mayEver, readCircuit, type CircuitRow } from '@flagpost/contracts';
import type { z } from 'zod';
import { selectActor } from '../../shared/session/slice.js';
import { useAppDispatch, useAppSelector } from '../../shared/store.js';
import { TEXTS } from '../../shared/texts/tables.js';
import { EditDialog } from '../../shared/ui/form/edit-dialog.js';
import type { Field } from '../../shared/ui/form/field-view.js';
import { useNotices } from '../../shared/ui/notices.js';
import { useClubNamesQuery, useCountriesQuery } from '../institutions/api.js';
import { venuesApi } from './api.js';

type Values = z.input<typeof circuitRequest>;

const words = TEXTS.circuits;
const { endpoints } = venuesApi;
const WIDTH_PX = 650;

const startOf = (circuit: CircuitRow | null): Values => ({
  Name: circuit?.cirName ?? '',
  Visibility: circuit?.cirVisibility ?? false,
  CouId: circuit?.couId ?? Number.NaN,
  State: circuit?.cirState ?? '',
  City: circuit?.cirCity ?? '',
  Lat: circuit?.cirLat?.toString() ?? '',
  Long: circuit?.cirLong?.toString() ?? '',
  ClubId: circuit?.cluId,
});

interface Option {
  readonly id: number;
  readonly name: string;
}

const fieldsOf = (institutions: readonly Option[] | null, countries: readonly Option[]): Field<Values>[] => [
  ...(institutions === null
    ? []
    : [
        {
          name: 'ClubId',
          label: words.fields.institution,
          kind: 'select',
          options: institutions,
        } satisfies Field<Values>,
      ]),
  { name: 'Name', label: words.fields.name, max: LIMITS.name },
  { name: 'CouId', label: words.fields.country, kind: 'select', options: countries },
  { name: 'State', label: words.fields.state, max: LIMITS.place },
  { name: 'City', label: words.fields.city, max: LIMITS.place },
  { name: 'Lat', label: words.fields.latitude, max: LIMITS.coordinate },
  { name: 'Long', label: words.fields.longitude, max: LIMITS.coordinate },
  {
    name: 'Visibility',
    label: words.fields.visibility,
    kind: 'checks',
    boxes: [{ name: 'Visibility', label: words.fields.visibleToOthers }],
  },
];

/** Creates a circuit if none is given, else edits it. Administrators choose the institution of a new one. */
export const CircuitDialog = ({
  circuit,
  onClose,
}: {
  circuit: CircuitRow | null;
  onClose: () => void;
}): ReactElement => {
  const dispatch = useAppDispatch();
  const notices = useNotices();
  const asksInstitution = mayEver(useAppSelector(selectActor), 'clubs.manage') && circuit === null;
  // The countries may come after the dialog: until then there is the one that is chosen.
  const { data: countries = circuit === null ? [] : [circuit] } = useCountriesQuery(null);
  const { data: institutions = [] } = useClubNamesQuery(null, { skip: !asksInstitution });
  const clubs = institutions.map(({ Id, Description }) => ({ id: Id, name: Description }));
  const read = async (row: CircuitRow | null): Promise<CircuitRow | null> =>
    row && dispatch(endpoints.circuit.initiate(row.cirId, { subscribe: false, forceRefetch: true })).unwrap();
  return (
    <EditDialog
      title={circuit === null ? words.create : words.details}
      width={WIDTH_PX}
      row={circuit}
      changed="circuit.changed"
      read={read}
      schema={circuitRequest}
      valuesOf={startOf}
      sections={[
        {
          fields: fieldsOf(
            asksInstitution ? clubs : null,
            countries.map(({ couId, couName }) => ({ id: couId, name: couName })),
          ),
        },
      ]}
      onSubmit={(body, edited) =>
        edited === null
          ? dispatch(endpoints.createCircuit.initiate(body)).unwrap()
          : dispatch(
              endpoints.editCircuit.initiate({
                id: edited.cirId,
                body: { ...body, Former: readCircuit.parse(edited) },
              }),
            ).unwrap()
      }
      onDone={() => {
        onClose();
        notices.success(circuit === null ? words.created : words.updated);
      }}
      onCancel={onClose}
    />
  );
};
