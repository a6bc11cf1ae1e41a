import { type JsonMembers, jsonMember } from '../text/json.ts'
import type { HistoryPage } from '../statement/history.ts'
import type { Stored } from '../statement/Statement.ts'
import type { Envelope } from './Envelope.ts'

/** Wraps values that this process made. */
export function toEnvelope(data: readonly unknown[]): Envelope {
  return { text: `{"status":0,"data":${JSON.stringify(data)}}` }
}

/** Wraps `data`, which is JSON without its brackets, and adds the members next to it. */
export function toDataEnvelope({
  data,
  version,
  extraMembers,
}: {
  data: string
  version?: number | undefined
  extraMembers?: JsonMembers | undefined
}): Envelope {
  const text = `{"status":0,"data":[${data}]${extraMembers === undefined ? '' : `,${extraMembers}`}}`
  const merged = extraMembers?.startsWith('"merged":') === true
  return { text, ...(version === undefined ? {} : { version }), ...(merged ? { merged } : {}) }
}

/** Wraps one record, with its JSON as PostgreSQL wrote it, and adds the members next to `data`. */
export function toRecordEnvelope({ version, json }: Stored, extraMembers?: JsonMembers): Envelope {
  return toDataEnvelope({ data: json, version, extraMembers })
}

/**
 * Wraps a page: its offset, the total if requested, the records, and the token of the next page if there are more
 * records.
 */
export function toPageEnvelope(
  offset: number,
  { total, records }: { total: number | undefined; records: string },
  next: string | undefined,
): Envelope {
  const count = total === undefined ? '' : `"total":${total},`
  const more = next === undefined ? '' : `,"next":${JSON.stringify(next)}`
  return { text: `{"status":0,"offset":${offset},${count}"data":[${records}]${more}}` }
}

/** Wraps a page of a record's history. */
export function toHistoryEnvelope({ total, entries }: NonNullable<HistoryPage>, offset: number): Envelope {
  return { text: `{"status":0,"offset":${offset},"total":${total},"data":[${entries}]}` }
}

/** Wraps a page of deleted records, and whether there are more. */
export function toDeletedEnvelope(records: readonly object[], offset: number, more: boolean): Envelope {
  return { text: `{"status":0,"offset":${offset},"data":${JSON.stringify(records)},"more":${more}}` }
}

/** Returns the envelope with one more member next to `data`. */
export function withMember(envelope: Envelope, name: string, value: unknown): Envelope {
  return { ...envelope, text: `${envelope.text.slice(0, -1)},${jsonMember(name, value)}}` }
}
