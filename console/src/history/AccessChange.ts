import type { Write } from './foldWrites.ts'

/** A write of a user, a role, a rule, an API key or a tied login. */
export interface AccessChange extends Write {
  /** The API key that it was written with; its name is null if it is gone. */
  readonly via: { readonly id: number; readonly name: string | null } | null
  /** What wrote it: `session`, `key`, `scim`, `oidc:` with a provider, `command`, … */
  readonly through: string
}
