import type { LoginAnswer, LoginRequest, MyClubAnswer } from '@flagpost/contracts';
import { api } from '../../shared/api.js';

export const identityApi = api.injectEndpoints({
  endpoints: (build) => ({
    login: build.mutation<LoginAnswer, LoginRequest>({
      query: (body) => ({ url: '/auth/login', method: 'POST', body }),
      extraOptions: { anonymous: true },
    }),
    myClub: build.query<MyClubAnswer, null>({
      query: () => '/users/myClub/',
      extraOptions: { anonymous: true },
      keepUnusedDataFor: 0,
    }),
  }),
});
