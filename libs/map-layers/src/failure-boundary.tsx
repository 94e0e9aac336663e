import { Component, type ReactNode } from 'react';

interface Props {
  readonly onFailure: (error: unknown) => void;
  readonly children: ReactNode;
}

/** An error boundary: renders nothing after a failure and reports it. React requires a class. */
export class FailureBoundary extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }

  override componentDidCatch(error: unknown): void {
    this.props.onFailure(error);
  }

  override render(): ReactNode {
    return this.state.hasFailed ? null : this.props.children;
  }
}
