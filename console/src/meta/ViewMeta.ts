import type { ExpressionTree } from '@tabularium/client/expression'
import type { ChoiceColor } from './ModelMeta.ts'

/** A colour for the records that meet a condition. */
export interface ColorMeta {
  readonly where: object | string
  readonly color: ChoiceColor
  /** What gets it: the row if absent. */
  readonly on?: 'row' | 'cell' | 'text'
  readonly field?: string
  /** The condition. */
  readonly tree?: ExpressionTree
}

/** The fields that must be read so that the conditions of colours can be evaluated. */
export function colorFields(colors: readonly ColorMeta[] = []): string[] {
  return [...new Set(colors.flatMap(({ tree }) => (tree ? fieldsIn(tree) : [])))]
}

/** The names of the fields in a tree. The evaluator has the same, and is loaded with it alone. */
function fieldsIn(tree: ExpressionTree): string[] {
  if (tree.is === 'field') return [tree.name]
  return tree.is === 'call' ? tree.of.flatMap(fieldsIn) : []
}

/** A view that the model declares, as the caller may know it. */
export interface ViewMeta {
  readonly name: string
  readonly label: string
  readonly layout?: 'grid' | 'board' | 'calendar' | 'gallery' | 'pivot'
  readonly where?: object
  readonly q?: string
  readonly sortBy?: readonly string[]
  readonly fields?: readonly string[]
  readonly groupBy?: readonly string[]
  readonly footer?: Readonly<Record<string, string | undefined>>
  readonly by?: string
  readonly card?: readonly string[]
  readonly sum?: string
  readonly limit?: number
  readonly from?: string
  readonly to?: string
  /** The choice that colours the records of a calendar. */
  readonly color?: string
  readonly colors?: readonly ColorMeta[]
  readonly default?: true
  readonly forMe?: true
}
