import { ERASED_PERSON } from '@flagpost/contracts';
import type { Person } from '@flagpost/records';

/** Stands for somebody whom views name and the people store does not know any more. */
export const erasedPerson = (id: number): Person => ({
  id,
  name: ERASED_PERSON,
  surname: '',
  email: null,
  phone: null,
  bloodType: null,
  avatar: null,
});
