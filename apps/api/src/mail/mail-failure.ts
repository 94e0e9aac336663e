/**
 * Why a mail was not taken over. `refused`: this address never takes it. `later`: it may take it later. `away`: the mail
 * server takes nothing at the moment, from us or from anybody.
 */
export type MailFailure = 'refused' | 'later' | 'away';

/** 'Service not available, closing transmission channel', in answer to any command. */
const CLOSING = 421;
const PERMANENT = 500;

/** The server's answer in an error of nodemailer; null if it did not answer, and may have taken the text over. */
export const mailFailure = (error: unknown): MailFailure | null => {
  const { responseCode, command } = error as {
    readonly responseCode?: unknown;
    readonly command?: unknown;
  };
  if (typeof responseCode !== 'number') return null;
  // Of the sender, a password or the connection: no other address would fare better.
  if (responseCode === CLOSING || (command !== 'RCPT TO' && command !== 'DATA')) return 'away';
  return responseCode >= PERMANENT ? 'refused' : 'later';
};

/** Answers of a mail server repeat the address: only the kind of failure is logged. */
export const kindOfFailure = (error: unknown): string => {
  const { code } = error as { readonly code?: string };
  if (code === 'ETLS') return 'ETLS: it offers no TLS that can be trusted, see SMTP_TLS';
  return code ?? (error instanceof Error ? error.name : 'unknown');
};
