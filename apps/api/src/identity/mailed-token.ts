/** The token of a mailed link: whose account it is for, and a secret of which only the hash is kept. */
export interface MailedToken {
  readonly userId: number;
  readonly secret: string;
}

export const formatMailedToken = ({ userId, secret }: MailedToken): string => `${userId}.${secret}`;

/** Of text that is no token the user id is NaN or the secret is empty: no account has them. */
export const parseMailedToken = (token: string): MailedToken => {
  const [id = '', secret = ''] = token.split('.');
  return { userId: Number(id), secret };
};
