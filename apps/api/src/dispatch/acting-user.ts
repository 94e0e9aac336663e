import { refuse } from '@flagpost/domain';
import type { Caller } from '../http/caller.js';

/** The id of the user who sends a command. @throws {DomainError} notAuthorized if nobody is signed in */
export const actingUserId = ({ actor }: Caller): number => actor?.userId ?? refuse('notAuthorized');
