import type { ReactElement } from 'react';
import {
  changeEmailRequest,
  LIMITS,
  passwordWithValidationRequest,
  updateNameRequest,
  type UserRow,
} from '@flagpost/contracts';
import { z } from 'zod';
import { useAppDispatch } from '../../shared/store.js';
import { writeTokens } from '../../shared/session/cookies.js';
import { personChanged } from '../../shared/session/slice.js';
import { TEXTS } from '../../shared/texts/common.js';
import { FormDialog } from '../../shared/ui/form/form-dialog.js';
import { useNotices } from '../../shared/ui/notices.js';
import { accountApi } from './account-api.js';

const words = TEXTS.account;
const call = accountApi.endpoints;

export type Detail = 'name' | 'email' | 'password';

const passwordChange = passwordWithValidationRequest
  .extend({ Repeat: z.string().min(1, words.repeatRequired) })
  .refine(({ Password, Repeat }) => Password === Repeat, { path: ['Repeat'], message: words.mismatch });

const password = { kind: 'password', max: LIMITS.password.max } as const;
const current = { ...password, label: words.currentPassword, autoComplete: 'current-password' } as const;

/** One of the three dialogs of the personal details. */
export const DetailDialog = ({
  detail,
  user,
  onClose,
}: {
  detail: Detail;
  user: UserRow;
  onClose: () => void;
}): ReactElement => {
  const dispatch = useAppDispatch();
  const notices = useNotices();
  const shared = (done: string | null) => ({
    title: words.edit,
    onDone: () => {
      onClose();
      if (done !== null) notices.success(done);
    },
    onCancel: onClose,
  });

  if (detail === 'name') {
    return (
      <FormDialog
        {...shared(words.done)}
        schema={updateNameRequest}
        start={{ UserId: user.useId, FirstName: user.useName, LastName: user.useSurname }}
        sections={[
          {
            fields: [
              { name: 'FirstName', label: words.firstName, max: LIMITS.name, autoComplete: 'given-name' },
              { name: 'LastName', label: words.lastName, max: LIMITS.name, autoComplete: 'family-name' },
            ],
          },
        ]}
        onSubmit={async (body) => {
          await dispatch(call.updateName.initiate(body)).unwrap();
          dispatch(personChanged({ name: `${body.FirstName} ${body.LastName}` }));
        }}
      />
    );
  }
  if (detail === 'email') {
    return (
      <FormDialog
        {...shared(null)}
        schema={changeEmailRequest}
        start={{ Email: '', Password: '' }}
        sections={[
          {
            fields: [
              {
                name: 'Email',
                label: words.newEmail,
                kind: 'email',
                max: LIMITS.name,
                autoComplete: 'email',
              },
              { name: 'Password', ...current },
            ],
          },
        ]}
        onSubmit={async (body) => {
          await dispatch(call.changeEmail.initiate(body)).unwrap();
          // Nothing is mailed if capitals alone differ.
          const isSame = body.Email.toLowerCase() === user.useEmail?.toLowerCase();
          notices.success(isSame ? words.done : words.newAddress.asked);
        }}
      />
    );
  }
  return (
    <FormDialog
      {...shared(words.passwordDone)}
      schema={passwordChange}
      start={{ OldPassword: '', Password: '', Repeat: '' }}
      sections={[
        {
          fields: [
            { name: 'OldPassword', ...current },
            { name: 'Password', label: words.newPassword, autoComplete: 'new-password', ...password },
            { name: 'Repeat', label: words.repeat, autoComplete: 'new-password', ...password },
          ],
        },
      ]}
      onSubmit={async ({ OldPassword, Password }) => {
        // Every session ends with the old password; the answer is a new one.
        writeTokens(await dispatch(call.changePassword.initiate({ OldPassword, Password })).unwrap());
      }}
    />
  );
};
