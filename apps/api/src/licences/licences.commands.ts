import type { LicenceAnswer, LicenceRequest } from '@flagpost/contracts';
import { licenceDecider, licenceStream, refuse, type LicenceTerms } from '@flagpost/domain';
import type { ReadModels } from '@flagpost/read-models';
import { Submit } from '../dispatch/submit.js';
import type { Caller } from '../http/caller.js';
import { clubReads } from '../institutions/clubs.projection.js';
import { licenceReads } from './licences.projection.js';

/** Granting and editing licences. */

/** Of one institution one after another: at any time one of its licences counts. */
const turnOf = (clubId: number): string => `licences of ${clubId}`;

const termsOf = ({ Total, From, To }: LicenceRequest): LicenceTerms => ({
  total: Total,
  from: Date.parse(From),
  to: Date.parse(To),
});

const otherPeriods = async (readModels: ReadModels, clubId: number, licenceId: number) =>
  (await licenceReads(readModels).list(clubId)).filter((other) => other.licenceId !== licenceId);

export const grantLicence = (
  readModels: ReadModels,
  caller: Caller,
  { clubId, terms }: { readonly clubId: number; readonly terms: LicenceTerms },
) =>
  new Submit(
    caller,
    { licenceId: 'licence' },
    async ({ ids: { licenceId }, send }) => {
      if ((await clubReads(readModels).get(clubId)) === null) refuse('club.missing');
      await send(licenceStream(licenceId), licenceDecider, {
        type: 'grantLicence',
        licenceId,
        clubId,
        terms,
        otherPeriods: await otherPeriods(readModels, clubId, licenceId),
      });
      return { licId: licenceId } satisfies LicenceAnswer;
    },
    turnOf(clubId),
  );

export const grantRequested = (readModels: ReadModels, caller: Caller, body: LicenceRequest) =>
  grantLicence(readModels, caller, { clubId: body.ClubId, terms: termsOf(body) });

/** A licence stays with its institution: one that names another is refused. */
export const editLicence = (
  readModels: ReadModels,
  caller: Caller,
  licenceId: number,
  body: LicenceRequest,
) =>
  new Submit(
    caller,
    {},
    async ({ now, send }) => {
      const licence = await licenceReads(readModels).get(licenceId);
      if (licence?.clubId !== body.ClubId) refuse('licence.missing', 'missing');
      await send(licenceStream(licenceId), licenceDecider, {
        type: 'editLicence',
        licenceId,
        terms: termsOf(body),
        now,
        otherPeriods: await otherPeriods(readModels, body.ClubId, licenceId),
      });
      return { licId: licenceId } satisfies LicenceAnswer;
    },
    turnOf(body.ClubId),
  );
