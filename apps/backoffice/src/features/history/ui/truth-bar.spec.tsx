import { afterEach, expect, it } from '@jest/globals';
import { cleanup, render, screen } from '@testing-library/react';
import { TEXTS } from '../../../shared/texts/history.js';
import { TruthBar } from './truth-bar.js';

const words = TEXTS.history.truth;
afterEach(cleanup);

const show = (isPublished: boolean) =>
  render(
    <TruthBar
      truth="seen"
      isPublished={isPublished}
      source="journal"
      onChoose={() => undefined}
      differing={null}
      numbers={new Map()}
      onShow={() => undefined}
    >
      {null}
    </TruthBar>,
  );

it('says what of a race was published, and what is known by when it had come', () => {
  show(true);
  const tag = screen.getByText(words.tags.published);
  for (const part of ['SOS', 'flag list', 'confirmations', 'laps by when they had come'])
    expect(tag.title).toContain(part);
  expect(screen.getByText(words.publishedLong)).toBeTruthy();
  cleanup();
  show(false);
  expect(screen.getByText(words.tags.seen).title).toBe(words.seenLong);
});
