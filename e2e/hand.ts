import { expect, type Locator, type Page } from '@playwright/test';
import { TEXTS } from '@flagpost/backoffice/texts';
import { button, dialog } from './screen.js';

/** A person's actions on a page, counted. Each method is one press, except `fill`. */
export interface Hand {
  press(name: string, on?: Page | Locator): Promise<void>;
  click(what: Locator): Promise<void>;
  check(what: Locator): Promise<void>;
  /** A choice of a list that opens. */
  choose(from: Locator, choice: string | { readonly label: string }): Promise<void>;
  key(name: string): Promise<void>;
  /** A text that is typed into a field, or pasted. */
  type(into: Locator, text: string): Promise<void>;
  /** Typed into fields of the dialog, by their labels: as many presses as fields. */
  fill(values: Readonly<Record<string, string>>): Promise<void>;
  /** The button that asks for a file, and the file. */
  chooseFile(name: string, content: string | Buffer, by?: string): Promise<void>;
}

/** Presses of one or several hands. */
export interface Tally {
  presses: number;
}

export const counted = (
  page: Page,
  tally: Tally = { presses: 0 },
  by: 'mouse' | 'finger' = 'mouse',
): Hand & { presses(): number } => {
  const click = (what: Locator): Promise<void> => one(by === 'mouse' ? what.click() : what.tap());
  const one = async (does: Promise<unknown>): Promise<void> => {
    tally.presses += 1;
    await does;
  };
  const type = (into: Locator, text: string): Promise<void> => one(into.fill(text));
  return {
    presses: () => tally.presses,
    press: (name, on = page) => click(button(on, name)),
    click,
    check: (what) => one(what.check()),
    choose: (from, choice) => one(from.selectOption(choice)),
    key: (name) => one(page.keyboard.press(name)),
    type,
    async fill(values) {
      for (const [label, text] of Object.entries(values))
        await type(dialog(page).getByLabel(label, { exact: true }), text);
    },
    async chooseFile(name, content, by = TEXTS.imports.choose) {
      const asked = page.waitForEvent('filechooser');
      await one(button(dialog(page), by).click());
      await (await asked).setFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content as string) });
      await expect(dialog(page)).toContainText(name);
    },
  };
};
