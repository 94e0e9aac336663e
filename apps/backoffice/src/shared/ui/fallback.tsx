import { Button } from 'primereact/button';
import { Message } from 'primereact/message';
import { Component, type ReactElement, type ReactNode } from 'react';
import { report } from '../report.js';
import { TEXTS } from '../texts/common.js';
import './failure.css';

interface Props {
  /** Message for the missing part. */
  text?: string;
  /** If this changes, the children are rendered again. */
  place?: string;
  /** Wraps the message if a whole screen is missing. */
  frame?: (said: ReactElement) => ReactElement;
  children: ReactNode;
}

interface State {
  hasFailed: boolean;
  reportId: string | null;
}

/**
 * Error boundary: if a part of a screen cannot be rendered, shows a message instead and reports the error to the
 * server's log under the displayed id. React requires a class here.
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
