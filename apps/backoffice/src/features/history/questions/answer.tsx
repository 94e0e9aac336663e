import { Button } from 'primereact/button';
import { Message } from 'primereact/message';
import { useState, type ReactElement, type ReactNode } from 'react';
import type { ScreenExportRequest } from '@flagpost/contracts';
import { download } from '../../../shared/download.js';
import { failureText, fieldFaults } from '../../../shared/failures.js';
import { TEXTS } from '../../../shared/texts/history.js';
import { List } from '../../../shared/ui/list/list.js';
import { useNotices } from '../../../shared/ui/notices.js';
import { useRecordExportMutation } from '../api.js';
import type { AnswerColumn } from './columns.js';

const words = TEXTS.history.questions;

/** A question and its newest answer, which stay while the dialog is closed. */
export interface Asked<Answer> {
  readonly answer: Answer | null;
  readonly fault: string | null;
  readonly isAsking: boolean;
  ask(question: () => Promise<Answer>): Promise<void>;
  refuse(fault: string): void;
}

export const useAsked = <Answer,>(): Asked<Answer> => {
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  return {
    answer,
    fault,
    isAsking,
    refuse: setFault,
    async ask(question) {
      if (isAsking) return;
      setIsAsking(true);
      setFault(null);
      try {
        setAnswer(await question());
      } catch (error) {
        setFault(Object.values(fieldFaults(error))[0] ?? failureText(error));
      } finally {
        setIsAsking(false);
      }
    },
  };
};

/** Saves rows of a table as CSV. It is recorded first. */
export const useTableExport = <Row,>(eventId: number) => {
  const notices = useNotices();
  const [record, { isLoading: isSaving }] = useRecordExportMutation();
  const save = async (
    columns: readonly AnswerColumn<Row>[],
    rows: readonly Row[],
    exported: ScreenExportRequest,
  ): Promise<void> => {
    try {
      const { writeCsv } = await import('@flagpost/spreadsheets/write');
      const { FileName } = await record({ eventId, request: exported }).unwrap();
      const heads = columns.map(({ head }) => head);
      const table = rows.map((row) => columns.map(({ cell }) => cell(row)));
      download(writeCsv([heads, ...table]), 'text/csv', FileName);
    } catch (error) {
      notices.showError(error);
    }
  };
  return { save, isSaving };
};

/** The answer as a table, which is exported as CSV: all of its rows, as they were answered. */
export const AnswerTable = <Row extends { readonly InvitationId: number }>({
  title,
  eventId,
  exported,
  columns,
  rows,
  rowId,
  note,
}: {
  title: string;
  eventId: number;
  exported: ScreenExportRequest;
  columns: readonly AnswerColumn<Row>[];
  rows: readonly Row[];
  rowId: (row: Row) => string;
  note: ReactNode;
}): ReactElement => {
  const { save, isSaving } = useTableExport<Row>(eventId);
  return (
    <div className="history-answer">
      <div className="history-answer-head">
        <p>{note}</p>
        {rows.length > 0 && (
          <Button
            icon="pi pi-download"
            outlined
            size="small"
            label={words.csv}
            loading={isSaving}
            onClick={() => void save(columns, rows, exported)}
          />
        )}
      </div>
      <List
        title={title}
        heading="h2"
        isTitleHidden
        columns={columns}
        rows={rows}
        rowId={rowId}
        onRetry={() => undefined}
        empty={words.empty}
        footer={words.footer}
      />
    </div>
  );
};

/** The fields of a question, and the button that asks it. */
export const QuestionForm = ({
  asked,
  onAsk,
  children,
}: {
  asked: Pick<Asked<unknown>, 'fault' | 'isAsking'>;
  onAsk: () => Promise<void>;
  children: ReactNode;
}): ReactElement => (
  <form
    className="history-question"
    onSubmit={(sent) => {
      sent.preventDefault();
      void onAsk();
    }}
  >
    {children}
    <Button type="submit" icon="pi pi-search" label={words.ask} loading={asked.isAsking} />
    {asked.fault !== null && <Message severity="warn" text={asked.fault} role="alert" />}
  </form>
);
