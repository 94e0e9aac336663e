import type { ReactElement } from 'react';
import type { AlertRow, DriverInfo } from '@flagpost/contracts';
import { TEXTS } from '../../../shared/texts/race.js';
import type { CarPlace } from '../car-place.js';
import { placeWords } from './place-words.js';

const words = TEXTS.sos;

const Blood = ({ type }: { type: string | null | undefined }): ReactElement | null =>
  type == null || type === '' ? null : (
    <span className="sos-blood">
      <span className="visually-hidden">{TEXTS.car.bloodType('')}</span>
      {type}
    </span>
  );

/** What race control must know first: who is in the car, where it is and how fast it was. */
export const SosFacts = ({
  alert,
  driver,
  place,
  phone,
}: {
  alert: AlertRow;
  driver: DriverInfo | undefined;
  place: CarPlace | null;
  phone: string | null;
}): ReactElement => {
  const { SpeedBefore } = alert;
  const where = [
    placeWords(place),
    ...(SpeedBefore === null ? [] : [words.speedBefore(TEXTS.car.kph(Math.round(SpeedBefore)))]),
  ].join(' · ');
  return (
    <div className="sos-facts">
      {alert.ClearedAt !== null && <p className="sos-note">{words.clearedByCar}</p>}
      <p title={alert.Pilot}>
        {alert.Pilot} <Blood type={driver?.DriverGrupoSanguineo} />
        {phone !== null && <span className="sos-phone">{phone}</span>}
      </p>
      {driver !== undefined && driver.Copilot !== '' && (
        <p title={driver.Copilot}>
          {driver.Copilot} <Blood type={driver.CodriverGrupoSanguineo} />
        </p>
      )}
      <p>{where}</p>
    </div>
  );
};
