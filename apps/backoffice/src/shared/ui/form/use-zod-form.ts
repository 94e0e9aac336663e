import { zodResolver } from '@hookform/resolvers/zod';
import {
  get,
  useForm,
  type DefaultValues,
  type FieldValues,
  type Path,
  type UseFormReturn,
} from 'react-hook-form';
import { FAULTS, type Found } from '@flagpost/contracts';
import type { z } from 'zod';
import { fieldFaults } from '../../failures.js';
import { limitFault } from '../../texts/rules.js';
import { useNotices } from '../notices.js';

export interface ZodForm<Input extends FieldValues, Output> {
  readonly form: UseFormReturn<Input, unknown, Output>;
  /** Submits the values. The server's errors of a field are shown at that field, other failures in a dialog. */
  readonly send: () => Promise<boolean>;
}

/** For rules without a message: zod's are in English and meant for programmers. */
const PLAIN_WORDS = { error: (found: Found) => limitFault(found) ?? FAULTS.malformed };

/** A form with the validation rules of the server. A failed submit keeps all input. */
export const useZodForm = <Input extends FieldValues, Output>(
  schema: z.ZodType<Output, Input>,
  start: DefaultValues<Input>,
  onSubmit: (values: Output) => Promise<unknown>,
): ZodForm<Input, Output> => {
  const notices = useNotices();
  const form = useForm<Input, unknown, Output>({
    resolver: zodResolver(schema, PLAIN_WORDS),
    defaultValues: start,
    reValidateMode: 'onChange',
  });

  const tell = (error: unknown): void => {
    const own = Object.entries(fieldFaults(error)).filter(
      ([name]) => get(form.getValues(), name) !== undefined,
    );
    for (const [name, message] of own) form.setError(name as Path<Input>, { message }, { shouldFocus: true });
    if (own.length === 0) notices.showDialog(error);
  };

  const send = async (): Promise<boolean> => {
    let isSent = false;
    await form.handleSubmit(async (values) => {
      try {
        await onSubmit(values);
        isSent = true;
      } catch (error) {
        tell(error);
      }
    })();
    return isSent;
  };
  return { form, send };
};
