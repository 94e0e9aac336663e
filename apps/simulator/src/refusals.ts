import type { ErrorAnswer } from '@flagpost/contracts';

/** The api refused a request. The message is a sentence. */
export class ApiRefusal extends Error {
  override readonly name: string = 'ApiRefusal';
  constructor(
    readonly statusCode: number,
    message: string,
  ) {
    super(message);
  }
}

/** Nobody answers at the address. The message is a sentence. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable';
}

/** The words of an answer that is no success. */
export const wordsOf = async (response: Response): Promise<string> => {
  const answer = (await response.json().catch(() => null)) as ErrorAnswer | null;
  const fields = Object.entries(answer?.fields ?? {}).map(([field, fault]) => `${field}: ${fault}`);
  // Lists are answered to imports alone.
  const message = typeof answer?.message === 'string' ? answer.message : response.statusText;
  return [message, ...fields].join(' ').trim();
};

export const refusalOf = async (response: Response, what: string): Promise<ApiRefusal> =>
  new ApiRefusal(
    response.status,
    `The server refused ${what} (${response.status}): ${await wordsOf(response)}`,
  );
