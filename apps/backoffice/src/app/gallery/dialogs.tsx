import { Button } from 'primereact/button';
import { useState, type ReactElement } from 'react';
import { LIMITS, staffRequest } from '@flagpost/contracts';
import type { z } from 'zod';
import { TEXTS } from '../../shared/texts/gallery.js';
import { RULES } from '../../shared/texts/rules.js';
import { FormDialog, type Section } from '../../shared/ui/form/form-dialog.js';
import { useNotices } from '../../shared/ui/notices.js';
import { YesNo } from '../../shared/ui/yes-no.js';

type Values = z.input<typeof staffRequest>;

const words = TEXTS.gallery;
const START: Values = {
  FirstName: '',
  LastName: '',
  Email: '',
  Phone: '',
  Roles: { planner: false, viewer: false, director: false },
};
const sections: Section<Values>[] = [
  {
    title: words.stepOf(1, 2),
    fields: [
      { name: 'FirstName', label: words.fields.first, max: LIMITS.name },
      { name: 'LastName', label: words.fields.last, max: LIMITS.name },
    ],
  },
  {
    title: words.stepOf(2, 2),
    fields: [
      { name: 'Email', label: words.fields.email, kind: 'email', max: LIMITS.userEmail },
      { name: 'Phone', label: words.fields.phone, kind: 'tel', max: LIMITS.phone },
      {
        name: 'Roles',
        label: words.fields.roles,
        kind: 'checks',
        boxes: [
          { name: 'Roles.planner', label: RULES.roles.planner },
          { name: 'Roles.viewer', label: RULES.roles.viewer },
          { name: 'Roles.director', label: RULES.roles.director },
        ],
      },
    ],
  },
];

/** The answer of a server with an internal error. */
const refuse = (): Promise<never> =>
  // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- what RTK Query rejects with
  Promise.reject({ status: 400, data: { statusCode: 400, fields: { Email: RULES.fields.emailMalformed } } });

type Open = 'form' | 'wizard' | 'question' | 'danger';

export const Dialogs = (): ReactElement => {
  const notices = useNotices();
  const [open, setOpen] = useState<Open | null>(null);
  const close = (): void => setOpen(null);
  const done = (): void => {
    close();
    notices.success(words.success);
  };
  const form = {
    title: words.form,
    schema: staffRequest,
    start: START,
    sections,
    onDone: done,
    onCancel: close,
  };
  return (
    <>
      <div className="gallery-row">
        {(['form', 'wizard', 'question', 'danger'] as const).map((each) => (
          <Button key={each} label={words[each]} outlined onClick={() => setOpen(each)} />
        ))}
      </div>
      {open === 'form' && (
        <FormDialog {...form} width={650} summary={() => words.willRefuse} onSubmit={refuse} />
      )}
      {open === 'wizard' && (
        <FormDialog {...form} title={words.wizard} inSteps onSubmit={() => Promise.resolve()} />
      )}
      {(open === 'question' || open === 'danger') && (
        <YesNo
          title={words[open]}
          yes={TEXTS.yes}
          no={TEXTS.no}
          danger={open === 'danger'}
          onYes={done}
          onNo={close}
        >
          {words.lead}
        </YesNo>
      )}
    </>
  );
};
