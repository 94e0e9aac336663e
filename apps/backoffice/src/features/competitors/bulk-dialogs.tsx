import { Button } from 'primereact/button';
import type { ReactElement } from 'react';
import type { CompetitorRow, EventDetail } from '@flagpost/contracts';
import { TEXTS } from '../../shared/texts/competitors.js';
import { ConfirmByName, type NameToType } from '../../shared/ui/confirm-by-name.js';
import { Modal } from '../../shared/ui/modal.js';
import { YesNo } from '../../shared/ui/yes-no.js';
import { competitorName, fewOf } from './rows.js';
import type { BulkActions } from './use-bulk-actions.js';

const words = TEXTS.entries;

const namesOf = (rows: readonly CompetitorRow[]): string => fewOf(rows.map(competitorName));
const carsOf = (rows: readonly CompetitorRow[]): string => fewOf(rows.map(({ Number }) => Number ?? ''));

const nameOf = ({ eveName: name }: EventDetail): NameToType => ({
  name,
  label: words.removeAllName(name),
  wrong: words.removeAllWrong,
});

/** The questions before a bulk change and the report after it. */
export const BulkDialogs = ({
  event,
  actions,
}: {
  event: EventDetail;
  actions: BulkActions;
}): ReactElement | null => {
  const { question, close } = actions;
  if (question === null) return null;
  switch (question.ask) {
    case 'delete':
      return (
        <YesNo
          title={words.actions.delete}
          yes={words.actions.delete}
          no={TEXTS.cancel}
          danger
          onYes={() => actions.deleteRows(question.rows)}
          onNo={close}
        >
          {words.deleteQuestion(namesOf(question.rows), question.rows.length)}
        </YesNo>
      );
    case 'removeAll':
      return (
        <ConfirmByName
          title={words.removeAll}
          typed={
            event.hasRaces || question.rows.some(({ Authorized }) => Authorized === 1) ? nameOf(event) : null
          }
          onConfirm={actions.removeAll}
          onClose={close}
        >
          <p>{words.removeAllQuestion(event.eveName, question.rows.length)}</p>
        </ConfirmByName>
      );
    case 'racing':
      return (
        <YesNo
          title={words.racing}
          yes={words.racingYes}
          no={TEXTS.cancel}
          danger
          onYes={question.goOn}
          onNo={close}
        >
          {words.racingQuestion(carsOf(question.rows), question.rows.length)}
        </YesNo>
      );
    case 'skipped':
      return (
        <Modal
          header={words.skippedTitle}
          onHide={close}
          footer={<Button label={TEXTS.ok} autoFocus onClick={close} />}
        >
          <ul className="skipped-list" tabIndex={0} aria-label={words.skippedTitle}>
            {question.reasons.map(({ InvitationId, Lacks }) => {
              const row = question.rows.find((each) => each.InvitationId === InvitationId);
              const lacks = Lacks.map((each) => words.lacks[each]).join(', ');
              return (
                <li key={InvitationId}>
                  {words.skipped(
                    row === undefined ? '' : competitorName(row),
                    lacks === '' ? words.gone : lacks,
                  )}
                </li>
              );
            })}
          </ul>
        </Modal>
      );
  }
};
