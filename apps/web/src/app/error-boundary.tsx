import { Component, type ReactNode } from 'react';
import { ErrorPage } from './error-page';

type State = { error: Error | null };

/** Shows a page of its own for what a page throws. */
export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { error: null };

  static getDerivedStateFromError(error: Error): State {
    return { error };
  }

  override render() {
    return this.state.error ? <ErrorPage error={this.state.error} /> : this.props.children;
  }
}
