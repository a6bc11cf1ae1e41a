/** What is done with the steps that lose data or can't be done. */
export type Answer =
  /** They are shown. If they look like a rename, nothing is applied. */
  | 'ask'
  /** They are left out, also if they look like a rename. */
  | 'keep'
  /** All steps are run, if those that lose data or can't be done were all agreed to. */
  | 'apply'

/** What a worker of `dev` has to do. */
export interface Task {
  readonly databaseUrl: string
  readonly port: number
  readonly answer: Answer
  /** The titles of the steps that were shown and left out before. */
  readonly known: readonly string[]
  /** The titles of the steps that the user has seen and agreed to. */
  readonly agreed: readonly string[] | 'all'
  readonly newPassword: boolean
  /** The new password of the administrator, if a worker set it and could not show it. */
  readonly password?: string
  /** Whether no worker has served yet. */
  readonly first: boolean
}
