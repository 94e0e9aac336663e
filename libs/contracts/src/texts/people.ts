/** In place of the name of somebody who was erased. */
export const ERASED_PERSON = 'Erased person';
