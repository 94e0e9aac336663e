import { IMPORT_LIMITS } from '../competitors.js';
import { LIMITS } from '../limits.js';
import { TIMERS_MAX } from '../race-rules.js';
import { GMT_HOURS, RACE_PICTURE, TRACK_FILE_LIMITS, TRACK_LIMITS } from '../track.js';
import type { AnswerCode } from './answers.js';
import { FIELD_TEXTS } from './fields.js';
import type { Words } from './languages.js';

/** Refusals with the same message about a field as its form. */
export const fieldRefusals = (fields: Words<typeof FIELD_TEXTS>) => ({
  'event.nameRequired': fields.name,
  'event.institutionRequired': fields.institution,
  'event.countryRequired': fields.country,
  'event.stateRequired': fields.state,
  'event.cityRequired': fields.city,
  'event.circuitNameRequired': fields.circuitName,
  'event.categoriesRequired': fields.categories,
  'event.startRequired': fields.start,
  'event.finishRequired': fields.finish,
  'event.finishBeforeStart': fields.finishAfterStart,
  'event.finishPast': fields.finishPast,
  'event.reasonRequired': fields.reason,
  'event.timeZoneUnknown': fields.timeZoneUnknown,
  'event.finishRadius': fields.finishRadiusRange,
  'event.safetyCarDelay': fields.safetyCarDelay,
  'route.trackNameRequired': fields.trackName,
  'category.nameRequired': fields.name,
  'stage.nameRequired': fields.name,
  'circuit.nameRequired': fields.name,
  'circuit.countryRequired': fields.country,
  'circuit.stateRequired': fields.state,
  'circuit.cityRequired': fields.city,
  'invitation.incomplete': fields.notReady,
  'invitation.alreadyAdded': fields.alreadyAdded,
  'flag.messageRequired': fields.message,
  'flag.sectorRequired': fields.sector,
  'note.textRequired': fields.message,
  'timer.titleRequired': fields.timerTitle,
  'club.nameRequired': fields.name,
  'club.countryRequired': fields.country,
  'club.stateRequired': fields.institutionState,
  'club.cityRequired': fields.city,
  'club.addressRequired': fields.address,
  'licence.institutionRequired': fields.institution,
  'licence.totalRange': fields.licenceTotalRange,
  'licence.fromRequired': fields.from,
  'licence.toRequired': fields.to,
  'licence.toBeforeFrom': fields.toAfterFrom,
  'club.keepDays': fields.keepDays,
  'user.roleRequired': fields.roles,
  'user.institutionRequired': fields.institution,
});

/** Why a business rule refuses a command, by its stable code. Where the specification gives a text, it is that text. */
export const REFUSALS = {
  ...fieldRefusals(FIELD_TEXTS),

  'text.tooLong': 'The text is too long.',
  'coordinates.invalid': 'The coordinates entered are incorrect',

  'event.missing': 'The event does not exist.',
  'event.exists': 'The event exists already.',
  'event.past': 'The event is finished. It cannot be changed.',
  'event.unpublished': 'The event is not published.',
  'event.alreadyPublished': 'The event is already published.',
  'event.changed': 'Somebody else has changed this event since you opened it.',
  'event.hasCompetitors': 'The event has competitors: it cannot be given to another institution.',
  'event.categoryHasCompetitors':
    'Competitors are entered in a category that would be taken off the event: enter them in another one first.',
  'event.begun': 'The event has begun. It cannot be postponed.',
  'event.notLater': 'An event is postponed to a later start than the one that it has.',

  'event.positionsKept': 'The positions of this race are still to be kept.',

  'history.positionsDeleted':
    'The positions of this race were deleted, as its institution keeps them for a limited time.',

  'route.tooFewPoints': 'A track needs at least 2 points.',
  'route.tooFewBoxesPoints': 'The boxes need at least 3 points.',
  'route.tooManyPoints': 'The track has too many points.',
  'route.gmt': `GMT must be a value between ${GMT_HOURS.min} and ${GMT_HOURS.max}, in quarters of an hour.`,
  'route.changed': 'Somebody else has changed this map since you opened it.',
  'track.missing': 'The track does not exist.',
  'track.changed': 'Somebody else has renamed this track since you opened it.',
  'track.exists': 'The event has a track already.',
  'track.otherInstitution': 'The track is of another institution than the event.',
  'track.ownEvent': 'Choose the track of another event.',
  'track.hasSectors': 'The track cannot be deleted: it has sectors.',
  'track.underWay': 'The track cannot be deleted: its event is under way.',
  'sector.missing': 'The sector does not exist.',
  'sector.trackRequired': 'Sectors need a track.',
  'sector.changed': 'Somebody else has changed this sector since you opened it.',
  'sector.exists': 'The sector exists already.',
  'sector.pictureMissing': 'The image is not stored any more. Choose it again.',
  'sector.tooMany': `A track cannot have more than ${TRACK_LIMITS.sectors} sectors.`,
  'stage.tooMany': `An event cannot have more than ${TRACK_LIMITS.stages} special stages.`,
  'stage.exists': 'There are two stages with the same number.',
  'picture.tooMany': `An event cannot have more than ${RACE_PICTURE.perEvent} pictures.`,
  'poi.missing': 'The point of interest does not exist.',
  'poi.repeated': 'A point of interest was sent twice.',
  'poi.tooMany': 'The event has too many points of interest.',

  'category.missing': 'The category does not exist.',
  'category.exists': 'The category exists already.',
  'category.changed': 'Somebody else has renamed this category since you opened it.',
  'category.nameTaken': 'The institution has another category with this name.',
  'category.hasEvents': 'The category cannot be deleted: events use it.',
  'category.hasCompetitors': 'The category cannot be deleted: competitors are entered in it.',
  'category.hasEventsAndCompetitors':
    'The category cannot be deleted: events use it, and competitors are entered in it.',

  'circuit.missing': 'The circuit does not exist.',
  'circuit.exists': 'The circuit exists already.',
  'circuit.changed': 'Somebody else has changed this circuit since you opened it.',
  'circuit.nameTaken': 'The institution has another circuit with this name.',
  'circuit.hasEvents': 'The circuit cannot be deleted: events that are not over take place there.',

  'invitation.missing': 'The competitor does not exist.',
  'invitation.someMissing': 'Some of these competitors do not exist any more.',
  'invitation.exists': 'The competitor exists already.',
  'invitation.changed': 'Somebody else has changed this competitor since you opened it.',
  'invitation.authorized': 'Authorized competitors cannot be edited.',
  'invitation.notAccepted': 'Accept the invitation first.',
  'invitation.driverDeleted':
    'The driver was deleted from the institution: delete this competitor, and add them again.',
  'invitation.otherEmail': 'The email of a competitor cannot be changed.',
  'invitation.notCompetitor':
    'The email is associated with a user who is not a Competitor. It can not be added!',
  'import.protected':
    'The file has a password, or is of an old Excel format. Save it as .xlsx without a password.',
  'import.mislabelled': 'The file is not what its name says. Choose a CSV, TSV or XLSX file.',
  'import.damaged': 'The file is damaged and cannot be read.',
  'import.empty': 'The file has no rows.',
  'import.tooManyRows': `The file has more than ${IMPORT_LIMITS.rows} rows. Divide it.`,
  'import.tooManyColumns': `The file has more than ${IMPORT_LIMITS.columns} columns.`,
  'import.tooLarge': `The file is larger than ${IMPORT_LIMITS.bytes / 1_048_576} MB, or unpacks to more than can be read.`,
  'import.formula': 'A cell holds a formula. Put its value in its place.',
  'import.unknownCategory': 'The event has no category of this name.',

  'trackFile.unknownFormat': 'The file is not a track file. Choose a KML, KMZ, GPX or GeoJSON file.',
  'trackFile.protected': 'The file has a password. Save it without one.',
  'trackFile.damaged': 'The file is damaged or incomplete.',
  'trackFile.doctype': 'The file has a document type (DOCTYPE), which is not read. Remove it.',
  'trackFile.tooLarge': `The file is larger than ${TRACK_FILE_LIMITS.bytes / 1_048_576} MB, or unpacks to more.`,
  'trackFile.tooManyPoints': `The file has more than ${TRACK_FILE_LIMITS.points} points.`,
  'trackFile.tooManyShapes': `The file has more than ${TRACK_FILE_LIMITS.shapes} lines, areas and points of interest.`,
  'trackFile.coordinates': 'A latitude within 90 and a longitude within 180 degrees are expected.',
  'trackFile.linksOnly':
    'The file only refers to other files, which are not fetched. Save what it shows in the file itself.',
  'trackFile.empty': 'The file has no line, area or point.',

  'driver.authorized':
    'The driver is authorized to run in an event that is not finished: unauthorize them there first.',

  'flag.unknownCode': 'This flag does not exist.',
  'flag.driverRequired': 'You must choose at least one driver.',
  'flag.oneDriver': 'Cannot send more than one pilot at a time',
  'flag.messageTooLong': `The message cannot have more than ${LIMITS.message} characters.`,
  'flag.notAuthorized': 'Flags can be sent to the authorized competitors of the event only.',
  'flag.missing': 'The flag does not exist.',
  'flag.notSentTo': 'This flag was not sent to all of these competitors.',
  'flag.sectorIsForAll': 'The flag of a sector can be withdrawn from all competitors only.',
  'sos.missing': 'The SOS does not exist.',

  'timer.missing': 'The timer does not exist.',
  'code.notOfEvent': 'This code is of no car of this event.',
  'test.flagInForce': 'A flag is in force at the track: clear the flags before you send a test.',
  'timer.tooMany': `An event cannot have more than ${TIMERS_MAX} timers.`,

  'club.missing': 'The institution does not exist.',
  'club.exists': 'The institution exists already.',
  'club.changed': 'Somebody else has changed this institution since you opened it.',
  'club.keepingChanged': 'Somebody else has changed how long positions are kept since you opened this page.',
  'club.hasEvents': 'The institution cannot be deleted: it has events.',
  'club.hasUsers': 'The institution cannot be deleted: it has users. Delete them first.',
  'club.hasEventsAndUsers': 'The institution cannot be deleted: it has events and users.',

  'licence.missing': 'The license does not exist.',
  'licence.exists': 'The license exists already.',
  'licence.overlaps': 'The institution has another license in this period.',
  'licence.ended': 'The license has ended. It cannot be changed.',
  'licence.changed':
    'Somebody else has changed this license since you opened it. Check the new total, and save again.',
  'licence.totalBelowUsed': 'The total cannot be less than the licenses that are used.',
  'licence.periodInUse': 'Events with authorized competitors start in this period: it cannot leave them out.',
  'licence.limit': 'You have reached your licenses limit',

  'user.missing': 'The user does not exist.',
  'user.disabled': 'The user is disabled.',
  'user.exists': 'The user exists already.',
  'user.changed': 'Somebody else has changed the data of this person since you opened them.',
  'user.emailTaken': 'The email is already in use.',
  'user.unknownRole': 'The role does not exist.',
  'user.adminHasNoInstitution': 'A super administrator belongs to no institution.',
  'user.lastPlanner':
    'The only event organizer of an institution cannot delete themselves or give up this role: make somebody else an event organizer first.',
  'user.passwordChosen':
    'This user has chosen a password already. Who forgot it asks for a code on the login page.',
} as const;
export type RefusalCode = keyof typeof REFUSALS;

/**
 * Codes that an answer contains, as the client does more than show its text: it renews its token, signs out, opens the
 * dialog of the limit of licences, tries a sign-in again, or shows what somebody else saved.
 */
const TOLD_CODES = [
  'licence.limit',
  'category.changed',
  'circuit.changed',
  'club.changed',
  'club.keepingChanged',
  'event.changed',
  'invitation.changed',
  'licence.changed',
  'route.changed',
  'sector.changed',
  'track.changed',
  'user.changed',
  'tokenExpired',
  'refreshTokenExpired',
  'signInBusy',
] as const satisfies readonly (RefusalCode | AnswerCode)[];
export type ToldCode = (typeof TOLD_CODES)[number];
export const isToldCode = (code: RefusalCode | AnswerCode): code is ToldCode =>
  TOLD_CODES.some((told) => told === code);

/** Where in a file the reason of a refusal lies, with the text that is at fault if it is known. */
export const FILE_TEXTS = {
  atLine: (line: number, quoted: string | null, reason: string): string =>
    quoted === null ? `Line ${line}: ${reason}` : `Line ${line} ('${quoted}'): ${reason}`,
};
