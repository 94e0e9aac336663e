import { z } from 'zod';
import { licenceRequest, type LicenceAnswer, type LicenceRequest } from '@flagpost/contracts';
import { licenceDecider, licenceStream, refuse, type LicenceTerms } from '@flagpost/domain';
import type { ReadModels } from '@flagpost/read-models';
import { defineCommand, id } from '../dispatch/define-command.js';
import { clubReads } from '../views/clubs.projection.js';
import { licenceReads } from '../views/licences.projection.js';

/** Granting and editing licences. */

/** At any time one licence of an institution counts. */
const perClub = (clubId: number): string => `licences of ${clubId}`;

export const termsOf = ({
  Total,
  From,
  To,
}: Pick<LicenceRequest, 'Total' | 'From' | 'To'>): LicenceTerms => ({
  total: Total,
  from: Date.parse(From),
  to: Date.parse(To),
});

const otherPeriods = async (readModels: ReadModels, clubId: number, licenceId: number) =>
  (await licenceReads(readModels).list(clubId)).filter((other) => other.licenceId !== licenceId);

export const grantLicence = defineCommand({
  schema: z.object({
    clubId: id,
    terms: z.object({ total: z.number(), from: z.number(), to: z.number() }),
  }),
  right: 'licences.manage',
  ids: { licenceId: 'licence' },
  serializedBy: ({ clubId }) => perClub(clubId),
  outside: {},
  streams: ['licence'],
  async carryOut({ clubId, terms }, { dependencies, ids: { licenceId }, send }): Promise<LicenceAnswer> {
    const { readModels } = dependencies;
    await clubReads(readModels).require(clubId);
    await send(licenceStream(licenceId), licenceDecider, {
      type: 'grantLicence',
      licenceId,
      clubId,
      terms,
      otherPeriods: await otherPeriods(readModels, clubId, licenceId),
    });
    return { licId: licenceId };
  },
});

/** A licence stays with its institution: one that names another is refused. */
export const editLicence = defineCommand({
  schema: z.object({ licenceId: id, licence: licenceRequest }),
  right: 'licences.manage',
  ids: {},
  serializedBy: ({ licence }) => perClub(licence.ClubId),
  outside: {},
  streams: ['licence'],
  recognisedBy: 'stream',
  async carryOut({ licenceId, licence: body }, { dependencies, now, send }): Promise<LicenceAnswer> {
    const { readModels } = dependencies;
    const licence = await licenceReads(readModels).get(licenceId);
    if (licence?.clubId !== body.ClubId) refuse('licence.missing', 'missing');
    await send(licenceStream(licenceId), licenceDecider, {
      type: 'editLicence',
      licenceId,
      terms: termsOf(body),
      former: body.Former === undefined ? null : termsOf(body.Former),
      now,
      otherPeriods: await otherPeriods(readModels, body.ClubId, licenceId),
    });
    return { licId: licenceId };
  },
});

export const licenceCommands = { grantLicence, editLicence };
