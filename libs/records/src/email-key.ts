/** The normalized address, equal for all spellings. */
export const emailKey = (email: string): string => email.toLowerCase();
