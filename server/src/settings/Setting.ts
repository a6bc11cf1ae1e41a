import type { Kind } from './kinds.ts'

/** The commands that have settings. */
export type CommandName =
  | 'demo'
  | 'dev'
  | 'serve'
  | 'migrate'
  | 'doctor'
  | 'user'
  | 'models'
  | 'types'
  | 'openapi'
  | 'config'

/** One setting. Its environment variable and its flag follow from its name. */
export interface Setting {
  readonly kind: Kind<unknown>
  /** One sentence for the help text and the reference page. */
  readonly description: string
  readonly commands: readonly CommandName[]
  /** The default, as text. Without `default`, `derived` and `optional`, the setting is required. */
  readonly default?: string
  /** The default is derived from another setting. */
  readonly derived?: { readonly from: string; readonly describedAs: string; derive(text: string): string }
  /** The setting may be unset. */
  readonly optional?: true
  /** The value is masked wherever it is shown. */
  readonly secret?: true
  /** The environment variable, if it is not TABULARIUM_ and the name. */
  readonly variable?: string
}
