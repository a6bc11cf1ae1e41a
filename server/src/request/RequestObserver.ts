import type { OnStage } from './timeStages.ts'

/** Learns of a request while it is answered. */
export interface RequestObserver {
  /** Called as soon as the user is known. */
  onUser(user: number): void
  /** Called as soon as the language of the answer is known, if the application declares languages. */
  onLanguage(language: string): void
  /** Whether the client has closed the connection, so that nobody waits for the answer. */
  isGone(): boolean
  /** Calls a function as soon as the client is gone. */
  onGone(listener: () => void): void
  /** Called when the request waits for changes: from then on it is no load. */
  onWait(): void
  /** Called when a stage ends; absent if nobody wants to know. */
  readonly onStage?: OnStage | undefined
}
