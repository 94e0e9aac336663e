import type {
  AsItWasAnswer,
  AsItWasWhat,
  AuditAnswer,
  AuditEventAnswer,
  InvitationRecord,
  UserRow,
} from '@flagpost/contracts';
import { api } from '../../shared/api.js';
import { answerInLines } from './answer-in-lines.js';

/** Filters as they are in the address, and the number that the page begins below. */
export type AuditQuestion = Readonly<Record<string, string>>;

export interface AsItWasQuestion {
  readonly race: number;
  readonly what: AsItWasWhat;
  readonly instant: string;
  /** Whose progress it is, see `answerInLines`. */
  readonly run: string;
}

export const auditApi = api.injectEndpoints({
  endpoints: (build) => ({
    audit: build.query<AuditAnswer, AuditQuestion>({ query: (params) => ({ url: '/audit', params }) }),
    auditEvent: build.query<AuditEventAnswer, number>({ query: (number) => `/audit/${number}` }),
    asItWas: build.query<AsItWasAnswer, AsItWasQuestion>({
      query: ({ race, run, ...params }) => ({
        url: `/audit/asItWas/${race}`,
        params,
        responseHandler: (answer) =>
          answer.ok ? answerInLines(answer, run) : (answer.json() as Promise<unknown>),
      }),
      keepUnusedDataFor: 0,
    }),
    auditPeople: build.query<UserRow[], null>({ query: () => '/users/', providesTags: ['User'] }),
    auditCar: build.query<InvitationRecord, number>({
      query: (invitationId) => `/invitations/${invitationId}`,
      providesTags: ['Competitors'],
    }),
  }),
});

export const { useAuditQuery, useAuditEventQuery, useAuditPeopleQuery, useAuditCarQuery } = auditApi;
