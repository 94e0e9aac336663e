import { Inject, Injectable } from '@nestjs/common';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { isPast, type DriveAnswer, type DriveSosAnswer } from '@flagpost/contracts';
import { refuse } from '@flagpost/domain';
import type { Person } from '@flagpost/records';
import { alertRows, carsInSos } from '../views/alerts.projection.js';
import { trackZone } from '../views/track-zone.js';
import { eventReads, type EventDocument } from '../views/events.projection.js';
import { spend } from '../http/limits.js';
import { isoOf } from '../http/times.js';
import { clubReads } from '../views/clubs.projection.js';
import { DEPENDENCIES, type ApiDependencies } from '../dependencies.js';
import { categoryReads } from '../views/categories.projection.js';
import { areDevicesOver } from './ended-devices.js';
import { invitationLinks } from './invitation-links.js';
import { invitationReads, type InvitationDocument } from '../views/invitations.projection.js';

interface Opened {
  readonly invitation: InvitationDocument;
  readonly event: EventDocument;
  readonly person: Person;
}

/**
 * Resolves the link of an invitation. Unknown links are limited by network, for the load: 256 bits cannot be guessed.
 * What a known one may do is limited by link. Counted as `LoginLimits` counts: by the wall clock, by each api for itself.
 */
@Injectable()
export class Drive {
  private readonly unknown = new RateLimiterMemory({ points: 60, duration: 5 * 60 });
  private readonly answers = new RateLimiterMemory({ points: 30, duration: 60 * 60 });
  private readonly links;

  constructor(@Inject(DEPENDENCIES) private readonly dependencies: ApiDependencies) {
    this.links = invitationLinks(dependencies);
  }

  /** @throws {DomainError} invalidLink, tooManyAttempts */
  async read(secret: string, network: string): Promise<DriveAnswer> {
    const { invitation, event, person } = await this.open(secret, network);
    const { readModels, records, clock } = this.dependencies;
    const [club, category, mails] = await Promise.all([
      clubReads(readModels).get(event.clubId),
      invitation.categoryId === null ? null : categoryReads(readModels).get(invitation.categoryId),
      records.clubMail.getMany([event.clubId]),
    ]);
    return {
      StatusId: invitation.statusId,
      Ended: isPast(event, clock.now()),
      Disputed: invitation.disputed,
      EventName: event.name,
      ClubName: club?.name ?? '',
      CircuitName: event.circuitName,
      City: event.city,
      Start: isoOf(event.startsAt),
      Finish: isoOf(event.finishesAt),
      TimeZone: trackZone(event),
      Name: person.name,
      Surname: person.surname,
      CarNumber: invitation.carNumber,
      Category: category?.name ?? '',
      Brand: invitation.brand,
      Model: invitation.model,
      Contact: mails.get(event.clubId) ?? null,
    };
  }

  /** @throws {DomainError} invalidLink, tooManyAttempts */
  async sos(secret: string, network: string): Promise<DriveSosAnswer> {
    const { invitation } = await this.open(secret, network);
    const { invitationId, eventId } = invitation;
    const [alert] = await alertRows(this.dependencies, { eventId, invitationId, clearedAt: null });
    return {
      RaisedAt: alert?.RaisedAt ?? null,
      AcknowledgedAt: alert?.AcknowledgedAt ?? null,
      AcknowledgedBy: alert?.AcknowledgedBy?.Name ?? null,
    };
  }

  /** The invitation that is to be answered. @throws {DomainError} invalidLink, tooManyAttempts */
  async toAnswer(secret: string, network: string): Promise<number> {
    const { invitation } = await this.open(secret, network);
    await spend(this.answers, String(invitation.invitationId));
    return invitation.invitationId;
  }

  /** The competitor whose page this opens; null if it opens none. */
  async invitationOf(secret: string): Promise<InvitationDocument | null> {
    return (await this.find(secret))?.invitation ?? null;
  }

  private async open(secret: string, network: string): Promise<Opened> {
    const opened = await this.find(secret);
    if (opened !== null) return opened;
    await spend(this.unknown, network);
    return refuse('invalidLink');
  }

  private async find(secret: string): Promise<Opened | null> {
    const { readModels, records, clock } = this.dependencies;
    const link = await this.links.find(secret);
    const invitation = link === null ? null : await invitationReads(readModels).get(link.invitationId);
    if (invitation === null) return null;
    const event = await eventReads(readModels).get(invitation.eventId);
    const person = await records.people.get(invitation.userId);
    if (event === null || person?.email == null) return null;
    if (areDevicesOver(event, clock.now()) && !(await this.isInSos(invitation))) return null;
    // An address that was corrected since has another link.
    const current = await this.links.secretOf(invitation.invitationId, person.email);
    return current === secret ? { invitation, event, person } : null;
  }

  private async isInSos({ eventId, invitationId }: InvitationDocument): Promise<boolean> {
    return (await carsInSos(this.dependencies, eventId)).has(invitationId);
  }
}
