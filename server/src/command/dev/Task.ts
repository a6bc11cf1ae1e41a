/** What is done with the steps that lose data or can't be done. */
export type Answer =
  /** They are shown. If they look like a rename, nothing is applied. */
  | 'ask'
  /** They are left out, also if they look like a rename. */
  | 'keep'
  /** All steps are run. */
  | 'apply'

/** What a worker of `dev` has to do. */
export interface Task {
  readonly databaseUrl: string
  readonly port: number
  readonly answer: Answer
  /** The titles of the steps that were shown and left out before. */
  readonly known: readonly string[]
  readonly newPassword: boolean
  /** Whether no worker has served yet. */
  readonly first: boolean
}
