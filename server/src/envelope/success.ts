import type { Page } from '../statement/find.ts'
import type { HistoryPage } from '../statement/history.ts'
import type { Stored } from '../statement/Statement.ts'
import type { Envelope } from './Envelope.ts'

/** `data` holds values that this process made. */
export function toEnvelope(data: readonly unknown[]): Envelope {
  return { text: `{"status":0,"data":${JSON.stringify(data)}}` }
}

/** One record, its JSON as PostgreSQL made it, and members that stand beside `data`. */
export function toRecordEnvelope({ version, json }: Stored, beside?: string): Envelope {
  return { text: `{"status":0,"data":[${json}]${beside === undefined ? '' : `,${beside}`}}`, version }
}

export function toPageEnvelope({ total, records }: Page, offset: number): Envelope {
  return { text: `{"status":0,"offset":${offset},"total":${total},"data":[${records}]}` }
}

export function toHistoryEnvelope({ total, entries }: NonNullable<HistoryPage>, offset: number): Envelope {
  return { text: `{"status":0,"offset":${offset},"total":${total},"data":[${entries}]}` }
}
