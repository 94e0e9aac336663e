import encodeQR from 'qr';
import { useState, type ReactElement } from 'react';
import { TEXTS } from '../../../shared/texts/drive.js';
import { trackerApps } from '../model/tracker-apps.js';
import { Note } from './notes.js';

const words = TEXTS.drive.apps;

const imageOf = (text: string): string =>
  `data:image/svg+xml,${encodeURIComponent(encodeQR(text, 'svg', { ecc: 'low' }))}`;

/** Traccar Client and OwnTracks, by their own links and by codes. */
export const OtherApps = ({ doors, token }: { doors: string; token: string }): ReactElement => {
  const [shown, setShown] = useState<string | null>(null);
  return (
    <section className="drive-apps">
      <h2>{words.title}</h2>
      <p>{words.lead}</p>
      <Note kind="warning">{words.warning}</Note>
      {trackerApps(doors, token).map(({ name, link, code }) => (
        <div key={name} className="drive-app">
          <div className="drive-answers">
            <a className="drive-button is-quiet" href={link}>
              {words.open(name)}
            </a>
            <button
              type="button"
              className="drive-button is-quiet"
              aria-expanded={shown === name}
              onClick={() => setShown(shown === name ? null : name)}
            >
              {words.scan(name)}
            </button>
          </div>
          {shown === name && (
            <figure>
              <img src={imageOf(code)} alt={words.scan(name)} />
              <figcaption>{words.scanLead}</figcaption>
            </figure>
          )}
        </div>
      ))}
    </section>
  );
};
