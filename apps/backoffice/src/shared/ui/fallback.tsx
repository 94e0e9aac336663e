import { Message } from 'primereact/message';
import { Component, type ReactNode } from 'react';

/** Keeps the rest of a screen alive when one part of it cannot be drawn, and says so. React asks for a class here. */
export class Fallback extends Component<{ text: string; children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    return this.state.hasFailed ? <Message severity="warn" text={this.props.text} /> : this.props.children;
  }
}
