import type { FetchBaseQueryError } from '@reduxjs/toolkit/query/react';
import type { ErrorAnswer, ImportFault } from '@flagpost/contracts';
import { failureText, fieldFaults } from '../../../shared/failures.js';
import { TEXTS } from '../../../shared/texts/imports.js';

const words = TEXTS.imports;

export const faultLine = ({ row, error }: ImportFault): string =>
  row === undefined ? words.fault(error) : words.rowFault(row, error);

/** The texts for a failed import: a line for each entry of the server's list, else its message. */
export const faultLines = (error: unknown): readonly string[] => {
  const data = (error as Partial<FetchBaseQueryError> | undefined)?.data as Partial<ErrorAnswer> | undefined;
  if (Array.isArray(data?.message)) return data.message.map(faultLine);
  return [fieldFaults(error)['file'] ?? failureText(error)];
};
