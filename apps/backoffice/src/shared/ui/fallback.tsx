import { Button } from 'primereact/button';
import { Message } from 'primereact/message';
import { Component, type ReactElement, type ReactNode } from 'react';
import { report } from '../report.js';
import { TEXTS } from '../texts/common.js';
import './failure.css';

interface Props {
  /** What to say of the part that is missing. */
  text?: string;
  /** Where this changes, what it holds is tried again. */
  place?: string;
  /** What stands around that, where a whole screen is missing. */
  frame?: (said: ReactElement) => ReactElement;
  children: ReactNode;
}

interface State {
  hasFailed: boolean;
  reportId: string | null;
}

/**
 * Keeps the rest of a screen alive when one part of it cannot be drawn, says so, and tells the server's log under an id
 * that is shown. React asks for a class here.
 */
export class Fallback extends Component<Props, State> {
  override state: State = { hasFailed: false, reportId: null };

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }

  override componentDidCatch(error: unknown): void {
    this.setState({ reportId: report(error) });
  }

  override componentDidUpdate({ place }: Props): void {
    if (this.state.hasFailed && place !== this.props.place)
      this.setState({ hasFailed: false, reportId: null });
  }

  override render(): ReactNode {
    const { hasFailed, reportId } = this.state;
    if (!hasFailed) return this.props.children;
    const said = (
      <div className="failure" role="alert">
        <Message severity="warn" text={this.props.text ?? TEXTS.crash.text} />
        {reportId !== null && <span>{TEXTS.crash.report(reportId)}</span>}
        <Button
          label={TEXTS.crash.again}
          icon="pi pi-refresh"
          outlined
          onClick={() => window.location.reload()}
        />
      </div>
    );
    return this.props.frame?.(said) ?? said;
  }
}
