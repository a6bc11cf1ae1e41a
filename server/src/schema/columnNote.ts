import type { ColumnState } from './RecordState.ts'

type Declared = Pick<ColumnState, 'default' | 'template'>

const defaultMark = 'default '
const templateMark = 'computed '

/** The comment for a column. A later comparison reads it instead of the expression that PostgreSQL prints. */
export function toNote(column: Declared): string | undefined {
  if (column.template !== undefined) return templateMark + column.template
  if (column.default !== undefined) return defaultMark + column.default
  return undefined
}

/** The column's comment and catalog flags. */
export interface ColumnFacts {
  readonly hasDefault: boolean
  readonly generated: boolean
  readonly note: string | null
}

/** Parses a column's comment. If the comment is missing, returns empty text, which equals no declaration. */
export function parseNote({ hasDefault, generated, note }: ColumnFacts): Declared {
  if (generated) return { template: parseMarked(note, templateMark) }
  if (hasDefault) return { default: parseMarked(note, defaultMark) }
  return {}
}

function parseMarked(note: string | null, mark: string): string {
  return note?.startsWith(mark) ? note.slice(mark.length) : ''
}
