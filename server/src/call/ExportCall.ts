import type { RecordCallBase } from './Call.ts'
import type { SearchRequest } from './SearchRequest.ts'

/** The formats of exports. */
export const exportFormats = ['csv', 'xlsx', 'ndjson'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** All records that a search finds, as a file. */
export interface ExportCall extends RecordCallBase {
  readonly operation: 'export'
  /** Its page is not used: an export has all records. */
  readonly request: SearchRequest
  readonly format: ExportFormat
  /** Whether text that a spreadsheet would calculate is disarmed. */
  readonly escape: boolean
  /** What the first row has, if there is one. */
  readonly header: 'names' | 'labels' | 'false'
  /** Whether `id` and `version` are the first columns. */
  readonly identity: boolean
  readonly delimiter: ',' | ';' | 'tab' | '|'
  /** Whether the file begins with a byte order mark. */
  readonly bom: boolean
}
