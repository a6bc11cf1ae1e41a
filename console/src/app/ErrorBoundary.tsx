import { Component, type ReactNode } from 'react'
import { FailedPage } from '../component/Failed.tsx'

interface ErrorBoundaryProps {
  readonly address: string
  readonly children: ReactNode
}

interface ErrorBoundaryState {
  readonly address: string
  readonly error: Error | undefined
}

/**
 * What throws inside is replaced by a notice of the failure, until one goes to another address. Without this, React
 * would remove the whole page.
 */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { address: this.props.address, error: undefined }

  static getDerivedStateFromError(error: unknown): Partial<ErrorBoundaryState> {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }

  static getDerivedStateFromProps(
    { address }: ErrorBoundaryProps,
    state: ErrorBoundaryState,
  ): ErrorBoundaryState | null {
    return address === state.address ? null : { address, error: undefined }
  }

  override render(): ReactNode {
    const { error } = this.state
    return error ? <FailedPage error={error} again={() => location.reload()} /> : this.props.children
  }
}
