import type { Json } from '../meta/ModelMeta.ts'

/** A rule that was tried. */
export interface RuleTried {
  /** Null for a rule that all users have. */
  readonly id: number | null
  readonly role: string | null
  readonly model: string
  readonly allows: readonly string[]
  /** Which records it is about; null for all of them. Absent where it asks for what the caller may not know. */
  readonly condition?: Json
  /** Whether it has a condition that the caller may not know. */
  readonly conditional?: boolean
  /** The fields that it allows; null for all of them. */
  readonly fields: readonly string[] | null
  /** Whether the record meets it; null where it does not allow the action at all. */
  readonly met?: boolean | null
  /** Each criterion and whether it is met, for administrators. */
  readonly clauses?: readonly { readonly criterion: Json; readonly met: boolean | null }[]
}

/** What the service says about who may do what. */
export interface Explanation {
  readonly user: { readonly id: number; readonly username: string }
  readonly model: string
  readonly action: string
  readonly id?: number
  readonly allowed: boolean | 'some'
  readonly why: string
  readonly rules: readonly RuleTried[]
  /** For administrators: fields that the user sees in no record, and in some records only. */
  readonly hiddenFields?: {
    readonly never: readonly string[]
    readonly sometimes: readonly string[]
    /** A sentence for each field that is hidden because it follows from another one. */
    readonly why?: readonly string[]
  }
  /** For administrators: rules that name what the model does not have. */
  readonly broken?: readonly { readonly rule: { readonly role: string | null }; readonly why: string }[]
}
