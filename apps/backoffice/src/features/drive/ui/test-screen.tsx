import { useEffect, type CSSProperties, type ReactElement } from 'react';
import type { CarTest } from '@flagpost/contracts';
import { TEXTS } from '../../../shared/texts/drive.js';
import type { Phone } from '../phone/phone.js';
import { clockTime } from './times.js';

const words = TEXTS.drive;

/** A test flag fills the screen as a flag does, and looks like none. */
export const TestScreen = ({ test, phone }: { test: CarTest; phone: Phone }): ReactElement => {
  const { id, sentAt } = test;
  // Once it has been painted.
  useEffect(() => {
    const frame = requestAnimationFrame(() => phone.shownTest(id));
    return () => cancelAnimationFrame(frame);
  }, [phone, id]);
  return (
    <button type="button" className="cockpit-flag is-test" onClick={() => phone.confirmTest(id)}>
      <span className="cockpit-flag-text" role="alert">
        <strong style={{ '--letters': words.test.word.length } as CSSProperties}>{words.test.word}</strong>
        <span>{words.test.lead}</span>
      </span>
      <span className="cockpit-flag-foot">
        <span>{words.flag.confirm}</span>
        <small>{words.flag.sentAt(clockTime(sentAt))}</small>
      </span>
    </button>
  );
};
