import { useRef } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { invitationDriverRequest, type DriverRecord } from '@flagpost/contracts';
import { failureText, errorKindOf } from '../../shared/failures.js';
import { useAppDispatch } from '../../shared/store.js';
import { RULES } from '../../shared/texts/rules.js';
import { useNewest } from '../../shared/ui/use-newest.js';
import { competitorsApi } from './api.js';
import type { EntryValues } from './entry.js';

const { endpoints } = competitorsApi;
const READ_ANEW = { subscribe: false, forceRefetch: true } as const;

const address = invitationDriverRequest.shape.User.shape.Email;

type Contact = 'User.Name' | 'User.Surname' | 'User.Phone' | 'Driver.GrupoSanguineo';
const contactOf = ({ User, driGrupoSanguineo }: DriverRecord): Readonly<Record<Contact, string>> => ({
  'User.Name': User.useName,
  'User.Surname': User.useSurname,
  'User.Phone': User.usePhone ?? '',
  'Driver.GrupoSanguineo': driGrupoSanguineo ?? '',
});

/**
 * Fills in the institution's data of the person with the typed address, and shows at the address why nobody can be
 * added under it. Typed text stays (decision 0015): a field is filled while it is empty, or holds a filled-in value.
 */
export const useAutofill = ({ eventId, clubId }: { eventId: number; clubId: number }) => {
  const dispatch = useAppDispatch();
  const filled = useRef<Readonly<Partial<Record<Contact, string>>>>({});
  const begin = useNewest();

  const fill = (form: UseFormReturn<EntryValues>, contact: Readonly<Record<Contact, string>>): void => {
    for (const [field, value] of Object.entries(contact) as [Contact, string][]) {
      const typed = form.getValues(field) ?? '';
      if (typed !== '' && typed !== filled.current[field]) continue;
      form.setValue(field, value, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
    }
    filled.current = contact;
  };

  return async (form: UseFormReturn<EntryValues>): Promise<void> => {
    const { data: email } = address.safeParse(form.getValues('User.Email'));
    if (email === undefined) return;
    const isNewest = begin();
    const tell = (message: string): void => {
      if (isNewest()) form.setError('User.Email', { type: 'server', message });
    };
    try {
      const driver = await dispatch(endpoints.driverByEmail.initiate({ email, clubId }, READ_ANEW)).unwrap();
      if (!isNewest()) return;
      fill(form, contactOf(driver));
      const categoryId = form.getValues('Invitation.CatId');
      if (!(categoryId > 0)) return;
      const entries = await dispatch(
        endpoints.invitationsOfDriver.initiate({ driverId: driver.driId, eventId, categoryId }, READ_ANEW),
      ).unwrap();
      if (entries.length > 0) tell(RULES.fields.alreadyAdded);
      else if (isNewest()) form.clearErrors('User.Email');
    } catch (error) {
      // Nobody of the institution has it, as expected. Any other fault is reported when the competitor is added.
      if (errorKindOf(error) === 'refused') tell(failureText(error));
    }
  };
};
