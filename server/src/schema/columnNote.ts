import type { ColumnState } from './RecordState.ts'

type Remembered = Pick<ColumnState, 'default' | 'template'>

const defaultMark = 'default '
const templateMark = 'computed '

/** What the comment on a column says, so that a later comparison need not read PostgreSQL's print of an expression. */
export function toNote(column: Remembered): string | undefined {
  if (column.template !== undefined) return templateMark + column.template
  if (column.default !== undefined) return defaultMark + column.default
  return undefined
}

/** What PostgreSQL says of the column beside its comment. */
export interface ColumnFacts {
  readonly hasDefault: boolean
  readonly generated: boolean
  readonly note: string | null
}

/** What a column's comment remembers; empty text where the comment is gone, which equals no declaration. */
export function parseNote({ hasDefault, generated, note }: ColumnFacts): Remembered {
  if (generated) return { template: parseMarked(note, templateMark) }
  if (hasDefault) return { default: parseMarked(note, defaultMark) }
  return {}
}

function parseMarked(note: string | null, mark: string): string {
  return note?.startsWith(mark) ? note.slice(mark.length) : ''
}
