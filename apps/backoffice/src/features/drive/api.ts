import type { DisputeRequest, DriveAnswer, InvitationAnswerRequest } from '@flagpost/contracts';
import { api } from '../../shared/api.js';

interface ToLink<Body> {
  secret: string;
  body: Body;
}

const extraOptions = { anonymous: true } as const;

/** The response to an answer is shown from then on: nothing is read again. */
export const driveApi = api.injectEndpoints({
  endpoints: (build) => ({
    drive: build.query<DriveAnswer, string>({ query: (secret) => `/drive/${secret}`, extraOptions }),
    answerDrive: build.mutation<DriveAnswer, ToLink<InvitationAnswerRequest>>({
      query: ({ secret, body }) => ({ url: `/drive/${secret}`, method: 'POST', body }),
      extraOptions,
      async onQueryStarted({ secret }, { dispatch, queryFulfilled }) {
        await queryFulfilled
          .then(({ data }) => dispatch(driveApi.util.upsertQueryData('drive', secret, data)))
          .catch(() => undefined); // told to who asked
      },
    }),
    disputeDrive: build.mutation<DriveAnswer, ToLink<DisputeRequest>>({
      query: ({ secret, body }) => ({ url: `/drive/${secret}/dispute`, method: 'POST', body }),
      extraOptions,
      async onQueryStarted({ secret }, { dispatch, queryFulfilled }) {
        await queryFulfilled
          .then(({ data }) => dispatch(driveApi.util.upsertQueryData('drive', secret, data)))
          .catch(() => undefined); // told to who asked
      },
    }),
  }),
});

export const { useDriveQuery, useAnswerDriveMutation, useDisputeDriveMutation } = driveApi;
