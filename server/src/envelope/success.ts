import type { Page } from '../statement/find.ts'
import type { Stored } from '../statement/Statement.ts'
import type { Envelope } from './Envelope.ts'

/** `data` holds values that this process made. */
export function toEnvelope(data: readonly unknown[]): Envelope {
  return { text: `{"status":0,"data":${JSON.stringify(data)}}` }
}

/** One record, its JSON as PostgreSQL made it. */
export function toRecordEnvelope({ version, json }: Stored): Envelope {
  return { text: `{"status":0,"data":[${json}]}`, version }
}

export function toPageEnvelope({ total, records }: Page, offset: number): Envelope {
  return { text: `{"status":0,"offset":${offset},"total":${total},"data":[${records}]}` }
}
