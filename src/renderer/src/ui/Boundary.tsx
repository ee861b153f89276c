import { Component, type ReactNode } from 'react';
import { Failure } from './Failure.tsx';

interface Props {
  /** Another value starts afresh: what could not be drawn for one tape may be fine for the next. */
  about: string;
  children: ReactNode;
}

/** A fault in drawing one part stays in that part, says so, and can be tried again. */
export class Boundary extends Component<Props, { error: Error | null; about: string }> {
  override state: { error: Error | null; about: string } = { error: null, about: this.props.about };

  static getDerivedStateFromError(thrown: unknown) {
    return { error: thrown instanceof Error ? thrown : new Error(String(thrown)) };
  }

  static getDerivedStateFromProps(props: Props, state: { about: string }) {
    return props.about === state.about ? null : { error: null, about: props.about };
  }

  override render() {
    const { error } = this.state;
    return error === null ? this.props.children : <Failure error={error} fault onRetry={() => this.setState({ error: null })} />;
  }
}
