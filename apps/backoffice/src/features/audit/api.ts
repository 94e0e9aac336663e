import type { AuditAnswer, AuditEventAnswer, UserRow } from '@flagpost/contracts';
import { api } from '../../shared/api.js';

/** Filters as they are in the address, and the number that the page begins below. */
export type AuditQuestion = Readonly<Record<string, string>>;

export const auditApi = api.injectEndpoints({
  endpoints: (build) => ({
    audit: build.query<AuditAnswer, AuditQuestion>({ query: (params) => ({ url: '/audit', params }) }),
    auditEvent: build.query<AuditEventAnswer, number>({ query: (number) => `/audit/${number}` }),
    auditPeople: build.query<UserRow[], null>({ query: () => '/users/', providesTags: ['User'] }),
  }),
});

export const { useAuditQuery, useAuditEventQuery, useAuditPeopleQuery } = auditApi;
