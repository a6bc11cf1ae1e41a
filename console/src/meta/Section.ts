import type { ExpressionTree } from '@tabularium/client/expression'

/** A named part of a form. */
export interface Section {
  readonly label: string
  /** Their names, also with the columns of twelve that they take. */
  readonly fields: readonly (string | { readonly name: string; readonly width?: number })[]
  /** When it is shown; always if absent. */
  readonly when?: FormTest
  /** Whether a tab begins with it. */
  readonly tab?: true
  /** How many fields stand side by side. */
  readonly columns?: number
}

/** What a form asks of its record before it shows or demands something. `when` of a series has no tree. */
export interface FormTest {
  readonly tree?: ExpressionTree
}
