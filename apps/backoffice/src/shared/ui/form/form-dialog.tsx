import { Button } from 'primereact/button';
import { useEffect, useRef, useState, type ReactElement, type ReactNode, type SubmitEvent } from 'react';
import {
  FormProvider,
  useWatch,
  type DefaultValues,
  type FieldValues,
  type UseFormReturn,
} from 'react-hook-form';
import type { z } from 'zod';
import { useNavigationBlock } from '../../navigation-block.js';
import { TEXTS } from '../../texts/common.js';
import { Modal } from '../modal.js';
import { YesNo } from '../yes-no.js';
import { FieldView, type Field } from './field-view.js';
import { isMissing } from './missing.js';
import { useZodForm } from './use-zod-form.js';
import './form.css';

/** Fields that belong together. */
export interface Section<Values extends FieldValues> {
  readonly title?: string;
  readonly fields: readonly Field<Values>[];
}

export interface FormDialogProps<Input extends FieldValues, Output> {
  readonly title: string;
  /** Of the dialog, in pixels. */
  readonly width?: number;
  readonly schema: z.ZodType<Output, Input>;
  readonly start: DefaultValues<Input>;
  readonly sections: readonly Section<Input>[];
  /** Each section is a step with its own 'back' and 'next' buttons. */
  readonly inSteps?: boolean;
  readonly submit?: string;
  /** A text below the fields, built from the current values. */
  readonly summary?: (values: Partial<Input>) => string;
  readonly onSubmit: (values: Output) => Promise<unknown>;
  /** It was sent. */
  readonly onDone: () => void;
  readonly onCancel: () => void;
  /** Below the fields, inside the form: it may read and set the form's values. */
  readonly children?: ReactNode;
}

const namesOf = <Values extends FieldValues>({ fields }: Section<Values>) => fields.map(({ name }) => name);

/** Moves the focus to the first invalid field of a step, or to its first field. */
const useStepFocus = <Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  section: Section<Input> | undefined,
  step: number,
): void => {
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step || section === undefined) return;
    shown.current = step;
    const names = namesOf(section);
    const target = names.find((name) => form.getFieldState(name).invalid) ?? names[0];
    if (target !== undefined) form.setFocus(target);
  }, [form, section, step]);
};

/**
 * A dialog with a form: Enter submits or goes to the next step; Escape closes, and asks first if input would be lost, as
 * every way out of the screen does. Submit is blocked until all required inputs are filled.
 */
export const FormDialog = <Input extends FieldValues, Output>({
  title,
  width = 450,
  schema,
  start,
  sections,
  inSteps = false,
  submit = TEXTS.form.save,
  summary,
  onSubmit,
  onDone,
  onCancel,
  children,
}: FormDialogProps<Input, Output>): ReactElement => {
  const { form, send } = useZodForm(schema, start, onSubmit);
  const { isDirty, isSubmitting } = form.formState;
  const values = useWatch({ control: form.control });
  const [step, setStep] = useState(0);
  const [isLeaving, setIsLeaving] = useState(false);
  const block = useNavigationBlock(isDirty);
  useStepFocus(form, sections[step], step);
  const isLast = !inSteps || step === sections.length - 1;
  const shown = inSteps ? sections.slice(step, step + 1) : sections;
  // If it is pressed nevertheless, the fields show their errors.
  const isBlocked = isMissing(schema, values, shown.flatMap(namesOf));

  const leave = (): void => {
    if (isSubmitting) return;
    if (isDirty) setIsLeaving(true);
    else onCancel();
  };
  const goOn = async (): Promise<void> => {
    const section = sections[step];
    if (!isLast && section !== undefined) {
      if (await form.trigger(namesOf(section), { shouldFocus: true })) setStep(step + 1);
    } else if (await send()) {
      block.release();
      onDone();
    } else if (inSteps) {
      const faulty = sections.findIndex((one) =>
        namesOf(one).some((name) => form.getFieldState(name).invalid),
      );
      if (faulty >= 0) setStep(faulty);
    }
  };
  const onEnter = (event: SubmitEvent): void => {
    event.preventDefault();
    event.stopPropagation();
    if (!isSubmitting) void goOn();
  };

  return (
    <>
      <Modal header={title} width={`${width}px`} onHide={leave}>
        <FormProvider {...form}>
          <form className="form" noValidate onSubmit={onEnter}>
            {shown.map((section, at) => (
              <div
                key={inSteps ? step : at}
                className="form-section"
                {...(section.title !== undefined && { role: 'group', 'aria-label': section.title })}
              >
                {section.title !== undefined && <h2>{section.title}</h2>}
                <div className="form-fields">
                  {section.fields.map((field, order) => (
                    <FieldView key={field.name} field={field} isFirst={at === 0 && order === 0} />
                  ))}
                </div>
              </div>
            ))}
            {children}
            {summary !== undefined && (
              <p className="form-said" role="status">
                {summary(values as Partial<Input>)}
              </p>
            )}
            <div className="form-buttons">
              <Button type="button" label={TEXTS.cancel} text severity="secondary" onClick={leave} />
              {inSteps && step > 0 && (
                <Button
                  type="button"
                  label={TEXTS.form.previous}
                  outlined
                  onClick={() => setStep(step - 1)}
                />
              )}
              <Button
                type="submit"
                label={isLast ? (inSteps ? TEXTS.form.finish : submit) : TEXTS.form.next}
                loading={isSubmitting}
                aria-disabled={isBlocked}
              />
            </div>
          </form>
        </FormProvider>
      </Modal>
      {(isLeaving || block.isAsked) && (
        <YesNo
          title={TEXTS.form.leaveTitle}
          yes={TEXTS.form.leave}
          no={TEXTS.form.stay}
          danger
          onYes={() => {
            onCancel();
            block.leave();
          }}
          onNo={() => {
            setIsLeaving(false);
            block.stay();
          }}
        >
          {TEXTS.form.leaveQuestion}
        </YesNo>
      )}
    </>
  );
};
