import { z } from 'zod';
import { LIMITS } from '../limits.js';
import { FAULTS } from '../texts/fields.js';
import { requiredLine } from './text.js';
import { personal } from './sensitive.js';

/** The people of a club as the specification names their fields. */

/** GET /users/, /users/{id}, /users/byClub/{clubId}, /users/byMail/{email} */
export interface UserRow {
  useId: number;
  useName: string;
  useSurname: string;
  useEmail: string | null;
  usePhone: string | null;
  /** One of `USER_STATES`. */
  stsId: number;
  isPlanner: boolean;
  isViewer: boolean;
  isDirector: boolean;
  /** Null for administrators. */
  clubId: number | null;
  RolesId: number[];
  /** What DELETE /users/roluser/{id} takes. */
  rolUseId: number;
  /** Where its image is, under /api/. */
  useAvatar: string | null;
  /** Ours: until when the password that was mailed to them opens a first access (ISO 8601); null once they chose one. */
  useGivenPasswordUntil: string | null;
}

/** Body of PUT /users/updateName/ */
export const updateNameRequest = z.object({
  UserId: z.number().int().positive(),
  FirstName: personal(requiredLine(LIMITS.name, FAULTS.firstName)),
  LastName: personal(requiredLine(LIMITS.name, FAULTS.lastName)),
});
export type UpdateNameRequest = z.infer<typeof updateNameRequest>;

/** POST /commonServices/uploadAvatar/{id} */
export interface AvatarAnswer {
  /** Where the image is, under /api/. */
  fileName: string;
}
