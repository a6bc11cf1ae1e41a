import type { ExpressionTree } from './ExpressionTree.ts'
import { functionOf } from './functions/table.ts'

/**
 * An expression as text with its fields in braces, as templates of computed fields have them. The comment of a
 * generated column stores it: two expressions with the same text compute the same.
 */
export function toTemplate(tree: ExpressionTree): string {
  if (tree.is === 'field') return `{${tree.name}}`
  if (tree.is === 'variable') return tree.name
  if (tree.is === 'literal') return literalTemplate(tree.value, tree.type)
  const of = tree.of.map(toTemplate)
  if (tree.name === 'negative') return `(-${of.join()})`
  if (tree.name === 'not') return `(not ${of.join()})`
  if (tree.name === 'in') return `(${of[0]} in (${of.slice(1).join(', ')}))`
  if (tree.name.startsWith('is ')) return `(${of.join()} ${tree.name})`
  return functionOf(tree.name).operator ? `(${of.join(` ${tree.name} `)})` : `${tree.name}(${of.join(', ')})`
}

/** A brace in a text is written by its number: only fields are in braces. */
function literalTemplate(value: string | boolean | null, type: string): string {
  const isQuoted = typeof value === 'string' && ['text', 'date', 'dateTime'].includes(type)
  return isQuoted ? `'${value.replaceAll("'", "''").replaceAll('{', '\\u007b')}'` : String(value)
}
