import { useEffect } from 'react';
import { useFormContext, type FieldValues } from 'react-hook-form';

/** Shows what somebody else has made of it meanwhile, but for the fields that were typed into. */
export const NewestValues = ({ values }: { values: FieldValues }): null => {
  const { reset } = useFormContext();
  useEffect(() => reset(values, { keepDirtyValues: true }), [reset, values]);
  return null;
};
