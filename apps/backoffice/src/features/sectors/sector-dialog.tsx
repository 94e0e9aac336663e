import { Button } from 'primereact/button';
import { useId, useState, type ReactElement } from 'react';
import { get, useFormContext, useWatch } from 'react-hook-form';
import { SECTOR_OFF_LINE_M, sectorRequest, type SectorRequest, type SectorRow } from '@flagpost/contracts';
import { kilometres, type StretchGates } from '@flagpost/track-geometry';
import type { z } from 'zod';
import { gatesOf, stretchOn } from '../../shared/sector-stretches.js';
import { useAppDispatch } from '../../shared/store.js';
import { TEXTS } from '../../shared/texts/sectors.js';
import { faultText } from '../../shared/texts/rules.js';
import { EditDialog } from '../../shared/ui/form/edit-dialog.js';
import type { Field } from '../../shared/ui/form/field-view.js';
import { Fault } from '../../shared/ui/form/labelled.js';
import { useNotices } from '../../shared/ui/notices.js';
import { sectorsApi } from './api.js';
import { useSectorPictures, type Track } from './sector-pictures.js';
import { StretchDialog } from './stretch-dialog.js';

type Values = z.input<typeof sectorRequest>;

const words = TEXTS.sectors;
const { endpoints } = sectorsApi;
const WIDTH_PX = 250;
const ACCEPTED = 'image/png,image/jpeg,image/webp';

/** The stretch of the sector on the track, chosen in a dialog of its own. */
const StretchField = ({ track }: { track: Track }): ReactElement => {
  const { control, setValue } = useFormContext<Values>();
  const [number, From, To] = useWatch({ control, name: ['Number', 'From', 'To'] });
  const [isOpen, setIsOpen] = useState(false);
  const label = useId();
  const gates = gatesOf({ From, To });
  const drawn = stretchOn(track.line, gates);
  const isOff = drawn !== null && drawn.offM > SECTOR_OFF_LINE_M;
  const set = (next: StretchGates | null): void => {
    setValue('From', next?.from ?? null, { shouldDirty: true });
    setValue('To', next?.to ?? null, { shouldDirty: true });
    const measured = stretchOn(track.line, next);
    if (measured !== null) setValue('Kms', kilometres([measured.points]), { shouldDirty: true });
  };
  return (
    <div className="field" role="group" aria-labelledby={label}>
      <span id={label}>{words.fields.stretch}</span>
      <span className={isOff ? 'sector-off' : undefined} role="status">
        {drawn === null
          ? words.noStretch
          : isOff
            ? words.offLine(drawn.offM.toFixed(0))
            : words.kilometres(kilometres([drawn.points]).toFixed(2))}
      </span>
      <Button
        type="button"
        label={isOff ? words.setAgain : words.choose}
        icon="pi pi-map"
        outlined
        onClick={() => setIsOpen(true)}
      />
      {gates !== null && (
        <Button type="button" label={words.without} text severity="secondary" onClick={() => set(null)} />
      )}
      {isOpen && (
        <StretchDialog
          track={track}
          number={Number.isInteger(number) ? number : 1}
          gates={gates}
          onChoose={(next) => {
            set(next);
            setIsOpen(false);
          }}
          onClose={() => setIsOpen(false)}
        />
      )}
    </div>
  );
};

/** The picture of the sector: uploaded, or made from the map. */
const PictureField = ({ track }: { track: Track }): ReactElement => {
  const {
    control,
    setValue,
    getValues,
    formState: { errors },
  } = useFormContext<Values>();
  const path = useWatch({ control, name: 'Picpath' });
  const notices = useNotices();
  const pictures = useSectorPictures(track);
  const [isBusy, setIsBusy] = useState(false);
  const id = useId();
  const found = get<typeof errors, { message?: string } | undefined>(errors, 'Picpath')?.message;
  const fault = found === undefined ? undefined : faultText(found);

  const take = async (make: () => Promise<string>): Promise<void> => {
    setIsBusy(true);
    try {
      setValue('Picpath', await make(), { shouldDirty: true, shouldValidate: true });
    } catch (error) {
      notices.showDialog(error);
    } finally {
      setIsBusy(false);
    }
  };
  const fromMap = (): Promise<string> => {
    const { Number: number, From, To } = getValues();
    return pictures.draw(Number.isInteger(number) && number > 0 ? number : 1, gatesOf({ From, To }));
  };
  return (
    <div className="field" role="group" aria-labelledby={id} aria-describedby={`${id}-fault`}>
      <span id={id}>{words.fields.picture}</span>
      {path !== '' && <img className="sector-picture-large" src={`/api/${path}`} alt="" />}
      <label className="sector-upload p-button p-component p-button-outlined">
        <i className="pi pi-upload" aria-hidden="true" />
        {words.upload}
        <input
          type="file"
          accept={ACCEPTED}
          disabled={isBusy}
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            if (file !== undefined) void take(() => pictures.upload(file));
            target.value = '';
          }}
        />
      </label>
      <Button
        type="button"
        label={words.fromMap}
        icon="pi pi-image"
        outlined
        loading={isBusy}
        onClick={() => void take(fromMap)}
      />
      <Fault id={`${id}-fault`} text={fault} />
    </div>
  );
};

/** The lowest number that no sector has. */
const freeNumber = (sectors: readonly SectorRow[]): number => {
  const taken = new Set(sectors.map(({ secNumber }) => secNumber));
  let number = 1;
  while (taken.has(number)) number += 1;
  return number;
};

const valuesOf = (sector: SectorRow | null, free: number, TraId: number): Values => ({
  Number: sector?.secNumber ?? free,
  Kms: sector?.Kms ?? 0,
  Picpath: sector?.secPicpath ?? '',
  TraId,
  From: sector?.From ?? null,
  To: sector?.To ?? null,
});

const formerOf = ({ secNumber, secPicpath, Kms, From, To }: SectorRow): SectorRequest['Former'] => ({
  Number: secNumber,
  Picpath: secPicpath,
  Kms,
  From,
  To,
});

const fields: Field<Values>[] = [
  { name: 'Number', label: words.fields.number, kind: 'number' },
  { name: 'Kms', label: words.fields.kilometres, kind: 'number' },
];
const others = [
  { name: 'From', label: words.fields.stretch },
  { name: 'To', label: words.fields.stretch },
  { name: 'Picpath', label: words.fields.picture },
] as const;

/** Creates a sector if none is given, else edits it. */
export const SectorDialog = ({
  track,
  sector,
  sectors,
  onClose,
}: {
  track: Track;
  sector: SectorRow | null;
  sectors: readonly SectorRow[];
  onClose: () => void;
}): ReactElement => {
  const dispatch = useAppDispatch();
  const notices = useNotices();
  const read = async (row: SectorRow | null): Promise<SectorRow | null> =>
    row && dispatch(endpoints.sector.initiate(row.secId, { subscribe: false, forceRefetch: true })).unwrap();
  return (
    <EditDialog
      title={sector === null ? words.create : words.details}
      width={WIDTH_PX}
      row={sector}
      changed="sector.changed"
      read={read}
      schema={sectorRequest}
      valuesOf={(edited) => valuesOf(edited, freeNumber(sectors), track.event.eveId)}
      sections={[{ fields }]}
      others={others}
      onSubmit={(body, edited) =>
        edited === null
          ? dispatch(endpoints.createSector.initiate(body)).unwrap()
          : dispatch(
              endpoints.editSector.initiate({
                id: edited.secId,
                body: { ...body, Former: formerOf(edited) },
              }),
            ).unwrap()
      }
      onDone={() => {
        onClose();
        notices.success(sector === null ? words.created : words.updated);
      }}
      onCancel={onClose}
    >
      <div className="form-fields sector-fields">
        <StretchField track={track} />
        <PictureField track={track} />
      </div>
    </EditDialog>
  );
};
