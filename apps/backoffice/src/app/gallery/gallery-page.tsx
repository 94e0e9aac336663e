import { Button } from 'primereact/button';
import { Message } from 'primereact/message';
import { useState, type ReactElement, type ReactNode } from 'react';
import { TEXTS } from '../../shared/texts/gallery.js';
import { Failure } from '../../shared/ui/failure.js';
import { Fallback } from '../../shared/ui/fallback.js';
import { useNotices } from '../../shared/ui/notices.js';
import { Page } from '../../shared/ui/page.js';
import { Dialogs } from './dialogs.js';
import { Lists } from './lists.js';
import './gallery.css';

const words = TEXTS.gallery;

/** The parts of the palette that screens are drawn with. */
const COLOURS = [
  '--surface-ground',
  '--surface-card',
  '--surface-sunken',
  '--surface-hover',
  '--border',
  '--border-strong',
  '--text',
  '--text-muted',
  '--accent',
  '--accent-soft',
  '--danger',
  '--danger-soft',
  '--warning',
  '--warning-soft',
  '--success',
  '--success-soft',
  '--info',
  '--info-soft',
  '--focus',
] as const;
const SIZES = ['--text-xs', '--text-sm', '--text-md', '--text-lg', '--text-xl'] as const;

const AN_ERROR = { status: 418, data: { statusCode: 418, message: TEXTS.unexpected } };

const Part = ({ title, children }: { title: string; children: ReactNode }): ReactElement => (
  <section className="gallery-part" aria-label={title}>
    <h2>{title}</h2>
    {children}
  </section>
);

const Buttons = (): ReactElement => (
  <div className="gallery-row">
    <Button label={words.kinds.primary} />
    <Button label={words.kinds.outlined} outlined />
    <Button label={words.kinds.text} text severity="secondary" />
    <Button label={words.kinds.danger} severity="danger" />
    <Button label={words.kinds.off} disabled />
    <Button label={words.kinds.busy} loading />
  </div>
);

const Messages = (): ReactElement => {
  const notices = useNotices();
  return (
    <>
      <div className="gallery-row">
        <Message severity="success" text={words.success} />
        <Message severity="info" text={words.info} />
        <Message severity="warn" text={words.warning} />
        <Message severity="error" text={words.error} />
      </div>
      <Failure error={AN_ERROR} onRetry={() => notices.success(words.success)} />
      <div className="gallery-row">
        <Button label={words.success} outlined onClick={() => notices.success(words.success)} />
        <Button label={words.warning} outlined onClick={() => notices.warning(words.warning)} />
        <Button label={words.failure} outlined onClick={() => notices.showDialog(AN_ERROR)} />
      </div>
    </>
  );
};

const Breaking = (): ReactElement => {
  const [isBroken, setIsBroken] = useState(false);
  if (isBroken) throw new Error(words.broken);
  return <Button label={words.broken} outlined onClick={() => setIsBroken(true)} />;
};

/** The living style guide: our own components in every state. */
export const GalleryPage = (): ReactElement => (
  <Page title={words.title}>
    <div className="gallery">
      <h1>{words.title}</h1>
      <p>{words.lead}</p>
      <Part title={words.type}>
        {SIZES.map((size) => (
          <p key={size} style={{ fontSize: `var(${size})`, lineHeight: 1.4 }}>
            {TEXTS.login.lead} <code>{size}</code>
          </p>
        ))}
      </Part>
      <Part title={words.colours}>
        <ul className="gallery-colours">
          {COLOURS.map((colour) => (
            <li key={colour}>
              <span style={{ background: `var(${colour})` }} />
              <code>{colour}</code>
            </li>
          ))}
        </ul>
      </Part>
      <Part title={words.buttons}>
        <Buttons />
      </Part>
      <Part title={words.messages}>
        <Messages />
      </Part>
      <Part title={words.dialogs}>
        <Dialogs />
      </Part>
      <Part title={words.lists}>
        <Lists />
      </Part>
      <Part title={words.broken}>
        <Fallback>
          <Breaking />
        </Fallback>
      </Part>
    </div>
  </Page>
);
