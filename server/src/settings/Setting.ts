import type { Kind } from './kinds.ts'

/** The commands that read settings. */
export type CommandName = 'demo' | 'serve' | 'migrate' | 'doctor' | 'user' | 'models' | 'config'

/** All that is known about one setting. Its variable and its flag follow from its name. */
export interface Setting {
  readonly kind: Kind<unknown>
  /** One sentence for the help text and the reference page. */
  readonly description: string
  readonly commands: readonly CommandName[]
  /** The text that counts where none is given. Without it, and without `derived` and `optional`, one must be given. */
  readonly default?: string
  /** The default follows from another setting. */
  readonly derived?: { readonly from: string; readonly says: string; derive(text: string): string }
  /** It may stay unset. */
  readonly optional?: true
  /** Never shown in the clear. */
  readonly secret?: true
  /** Its environment variable, where that is not TABULARIUM_ and the name. */
  readonly variable?: string
}
