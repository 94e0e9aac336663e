/** The token of a mailed link: the id of the user, and a secret of which only the hash is stored. */
export interface MailedToken {
  readonly userId: number;
  readonly secret: string;
}

export const formatMailedToken = ({ userId, secret }: MailedToken): string => `${userId}.${secret}`;

/** For malformed text the user id is NaN or the secret is empty, which match no account. */
export const parseMailedToken = (token: string): MailedToken => {
  const [id = '', secret = ''] = token.split('.');
  return { userId: Number(id), secret };
};
