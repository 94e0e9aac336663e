import { describe, expect, it } from '@jest/globals';
import { ANSWER_TEXTS, FIELD_TEXTS, INVITATION_STATE_TEXTS, REFUSALS } from '@flagpost/contracts';
import { TEXTS } from '../texts.js';

/** The texts that specification 001 prescribes for the organisers' screens, verbatim, by section. */

const { liveNow, events, event, entries, imports, categories, circuits, tracks, crash } = TEXTS;

type Said = readonly (readonly [shown: string, letters: string])[];

const SECTIONS: Readonly<Record<string, Said>> = {
  '2.1 live-now dashboard': [
    [liveNow.title, 'Live now'],
    [liveNow.detail, 'View detail'],
    [liveNow.watch, 'View live race'],
    [TEXTS.loading, 'Loading...'],
  ],
  '2.2 events list': [
    [events.tab.current, 'Current events'],
    [events.tab.past, 'Past events'],
    [events.titles.current, 'Upcoming events'],
    [events.titles.past, 'Past events'],
    [events.heads.name, 'Name'],
    [events.heads.institution, 'Institution'],
    [events.heads.dates, 'Start and Finish Date'],
    [events.heads.localization, 'Localization'],
    [events.heads.country, 'Country'],
    [events.heads.invited, 'Competitors (Invited)'],
    [events.heads.authorized, 'Authorized'],
    [events.heads.published, 'Published'],
    [events.heads.circuit, 'CircuitName'],
    [TEXTS.yes, 'Yes'],
    [events.footer(11, 14, 42), 'Showing 11 to 14 of 42 events'],
    [events.empty, 'No events found.'],
    [events.create, 'New event'],
  ],
  '2.3 dialog of an event': [
    [event.dialog.create, 'Create new event'],
    [event.dialog.edit, 'Event Details'],
    [event.dialog.name, 'Name'],
    [event.dialog.institution, 'Institution'],
    [event.dialog.country, 'Country'],
    [event.dialog.state, 'State'],
    [event.dialog.city, 'City'],
    [event.dialog.circuit, 'Circuit Name'],
    [event.dialog.categories, 'Categories'],
    [event.dialog.start, 'Start'],
    [event.dialog.finish, 'Finish'],
    [event.dialog.radius, 'Finish Radius (meters)'],
    [event.dialog.delay, 'Safety Car Delay (seconds)'],
  ],
  '2.4 event detail': [
    [TEXTS.back, 'Back'],
    [event.remove, 'Delete event'],
    [event.edit, 'Edit details'],
    [event.publishEvent, 'Publish event'],
    [entries.past, 'FINISHED EVENT'],
    [event.map.reportFile, 'MyReport_'],
    [event.map.download, 'Download'],
    [event.pois.viewAll, 'View All'],
    [event.competitors.manage, 'Manage competitors'],
    [event.competitors.view, 'View competitors list'],
  ],
  '2.6 competitors screen': [
    [entries.add, 'Add new competitor'],
    [imports.open, 'Import file'],
    [imports.export, 'All Export'],
    [entries.search, 'Search competitor'],
    [entries.actions.authorize, 'Authorize to run'],
    [entries.actions.unauthorize, 'Unauthorize to run'],
    [entries.actions.send, 'Send invite'],
    [entries.actions.delete, 'Delete'],
    [entries.apply, 'Apply'],
    [entries.removeAll, 'remove all'],
    [entries.missingData, 'Missing data'],
    [TEXTS.no, 'No'],
    [entries.sections.contact, 'Contact details'],
    [entries.sections.info, 'Info'],
    [entries.sections.competitor, 'Competitor details'],
    [entries.sections.vehicle, 'Vehicle details'],
  ],
  '2.8 tables': [
    [circuits.visible.yes, 'SI'],
    [circuits.visible.no, 'NO'],
  ],
  '2.9 general error dialog': [
    [TEXTS.attention, 'Atention'],
    [TEXTS.ok, 'Ok'],
  ],
  '4.2 states of an invitation': [
    [INVITATION_STATE_TEXTS.NOTSEND_INVITATION, 'Not Send'],
    [INVITATION_STATE_TEXTS.PENDING_INVITATION, 'Pending'],
    [INVITATION_STATE_TEXTS.ACEPTED_INVITATION, 'Accepted'],
    [INVITATION_STATE_TEXTS.REJECTED_INVITATION, 'Rejected'],
  ],
  '5 form of an event': [
    [FIELD_TEXTS.name, 'Name is required.'],
    [FIELD_TEXTS.institution, 'Institution is required.'],
    [FIELD_TEXTS.country, 'Country is required.'],
    [FIELD_TEXTS.state, 'State/Province is required.'],
    [FIELD_TEXTS.city, 'City is required.'],
    [FIELD_TEXTS.circuitName, 'Circuit Name is required.'],
    [FIELD_TEXTS.categories, 'Categories is required.'],
    [FIELD_TEXTS.start, 'Start is required.'],
    [FIELD_TEXTS.finish, 'Finish is required.'],
    [FIELD_TEXTS.finishRadius, 'Finish Radius is required.'],
    [FIELD_TEXTS.safetyCarDelay, 'Safety car Delay must be a value between 0 and 7'],
  ],
  '5 form of a competitor': [
    [FIELD_TEXTS.email, 'Email is required.'],
    [FIELD_TEXTS.category, 'Category is required.'],
    [FIELD_TEXTS.firstName, 'First Name is required.'],
    [FIELD_TEXTS.lastName, 'Last Name is required.'],
    [FIELD_TEXTS.bloodType, "Driver's blood type is required."],
    [REFUSALS['invitation.alreadyAdded'], 'The email is already added to the event\\category'],
    [
      REFUSALS['invitation.notCompetitor'],
      'The email is associated with a user who is not a Competitor. It can not be added!',
    ],
  ],
  '5 change of many competitors': [
    [FIELD_TEXTS.noneSelected, 'There are no selected competitors'],
    [entries.noAction, 'Select action, please'],
  ],
  '5 coordinates and reports': [
    [REFUSALS['coordinates.invalid'], 'The coordinates entered are incorrect'],
    [FIELD_TEXTS.coordinates, 'The coordinates entered are incorrect'],
    [event.map.invalid, 'Invalid data'],
  ],
  '8 errors': [
    [TEXTS.unexpected, 'An error has occurred. Please consult with administrator.'],
    [crash.text, 'An error has occurred. Please check error log.'],
    [ANSWER_TEXTS.notAuthorized, 'No Authorized'],
    [imports.rowFault(7, 'Email is required.'), 'Row: 7, error: Email is required.'],
    [imports.fault('The file has no rows.'), 'error: The file has no rows.'],
    [tracks.failed, 'An error has occurred trying to get Track'],
    [circuits.failed, 'An error has occurred trying to get circuits'],
    [FIELD_TEXTS.notReady, 'The selected pilots, do not have the necessary information for authorize'],
    [
      entries.someNotReady,
      'There are selected pilots, who do not have the necessary information. They will not be authorized',
    ],
  ],
  '8 success toasts': [
    [events.deleted, 'Event Deleted'],
    [event.dialog.created, 'Event Created'],
    [event.dialog.updated, 'Event Updated'],
    [event.publish.done, 'Event Published'],
    [entries.created, 'Invitation created'],
    [entries.updated, 'Invitation updated'],
    [entries.authorized(3, 5), 'Drivers Authorized 3 of 5'],
    [entries.unauthorized, 'Drivers Unauthorized'],
    [entries.sent, 'Invitations sent'],
    [entries.deleted, 'Drivers deleted'],
    [entries.removed, 'invitations deleted'],
    [imports.done, 'The invitations were created'],
    [categories.created, 'Category Created'],
    [categories.updated, 'Category Updated'],
    [categories.deleted, 'Category Deleted'],
    [circuits.created, 'Circuit Created'],
    [circuits.updated, 'Circuit Updated'],
    [circuits.deleted, 'Circuit Deleted'],
    [tracks.created, 'Track Created'],
    [tracks.updated, 'Track Updated'],
    [tracks.deleted, 'Track Deleted'],
  ],
};

describe.each(Object.entries(SECTIONS))('%s', (_section, said) => {
  it.each(said.map(([shown, letters]) => ({ shown, letters })))('says "$letters"', ({ shown, letters }) => {
    expect(shown).toBe(letters);
  });
});
