import { z } from 'zod';
import type { CarCode } from '@flagpost/contracts';
import { fieldCheckDecider, fieldCheckStream } from '@flagpost/domain';
import { tokenHash } from '@flagpost/platform';
import { actingUserId } from '../dispatch/acting-user.js';
import { defineCommand, id } from '../dispatch/define-command.js';
import { eventReads } from '../views/events.projection.js';
import { invitationReads } from '../views/invitations.projection.js';
import { nameOf, peopleOf } from '../views/person-names.js';
import { invitationLinks } from './invitation-links.js';

/** The links that mails have too, of every competitor who has not rejected and has an address. */
export const makeCarCodes = defineCommand({
  schema: z.object({ eventId: id }),
  right: 'check.codes',
  ids: {},
  serializedBy: null,
  outside: { 'hashes of the links': 'Each follows from the invitation and its address.' },
  streams: ['check'],
  async carryOut({ eventId }, { dependencies, caller, now, send, outside }): Promise<CarCode[]> {
    const { readModels, records } = dependencies;
    const { finishesAt } = await eventReads(readModels).existing(eventId);
    const entered = await invitationReads(readModels).notRejected(eventId);
    const people = await peopleOf(
      dependencies,
      entered.map(({ userId }) => userId),
    );
    const links = invitationLinks(dependencies);
    const codes = await Promise.all(
      entered.map(async ({ invitationId, userId, carNumber }) => {
        const person = people.get(userId);
        if (person?.email == null) return null;
        const secret = await links.secretOf(invitationId, person.email);
        return { invitationId, carNumber, driver: nameOf(person), secret };
      }),
    );
    const made = codes.filter((code) => code !== null);
    await send(fieldCheckStream(eventId), fieldCheckDecider, {
      type: 'makeCarCodes',
      receivers: made.map(({ invitationId }) => invitationId),
      eventId,
      finishesAt,
      by: actingUserId(caller),
      now,
    });
    await outside('hashes of the links', async () => {
      for (const { invitationId, secret } of made)
        await records.invitationLinks.keep({ invitationId, eventId, linkHash: tokenHash(secret) });
    });
    return made.map(({ invitationId, carNumber, driver, secret }) => ({
      InvitationId: invitationId,
      CarNumber: carNumber,
      Driver: driver,
      Link: links.linkOf(secret),
    }));
  },
});

export const carCodeCommands = { makeCarCodes };
