import { driverCommands } from './competitors/drivers.commands.js';
import { categoryCommands } from './competitors/categories.commands.js';
import { importCommands } from './competitors/import/import.commands.js';
import { invitationCommands } from './competitors/invitations.commands.js';
import { selectedCompetitorsCommands } from './competitors/selected-competitors.commands.js';
import { answerCommands } from './competitors/drive.commands.js';
import { carCodeCommands } from './competitors/car-codes.commands.js';
import { sendingCommands } from './competitors/sending.commands.js';
import type { AnyCommand } from './dispatch/define-command.js';
import { eventCommands } from './events/events.commands.js';
import { exportCommands } from './history/exports/exports.commands.js';
import { keepingCommands } from './history/keeping/keeping.commands.js';
import { accountCommands } from './identity/account.commands.js';
import { peopleCommands } from './identity/people.commands.js';
import { staffCommands } from './identity/staff.commands.js';
import { clubCommands } from './institutions/clubs.commands.js';
import { licenceCommands } from './licences/licences.commands.js';
import { raceControlCommands } from './race-control/race-control.commands.js';
import { fieldCheckCommands } from './race-control/field-check.commands.js';
import { timerCommands } from './race-control/timers.commands.js';
import { circuitCommands } from './venues/circuits.commands.js';
import { routeCommands } from './venues/routes.commands.js';
import { sectorCommands } from './venues/sectors.commands.js';
import { trackCommands } from './venues/tracks.commands.js';

/** Every command, by the name that its messages carry and that the log keeps. A name is for ever. */
export const COMMANDS = {
  ...accountCommands,
  ...peopleCommands,
  ...staffCommands,
  ...clubCommands,
  ...licenceCommands,
  ...eventCommands,
  ...routeCommands,
  ...sectorCommands,
  ...circuitCommands,
  ...trackCommands,
  ...categoryCommands,
  ...invitationCommands,
  ...selectedCompetitorsCommands,
  ...driverCommands,
  ...importCommands,
  ...sendingCommands,
  ...answerCommands,
  ...carCodeCommands,
  ...raceControlCommands,
  ...timerCommands,
  ...fieldCheckCommands,
  ...exportCommands,
  ...keepingCommands,
} as const satisfies Readonly<Record<string, AnyCommand>>;

export type Commands = typeof COMMANDS;
export type CommandName = keyof Commands;
