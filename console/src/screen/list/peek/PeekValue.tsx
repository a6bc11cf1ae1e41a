import { ShownValue } from '../../../component/ShownValue.tsx'
import { toUrl } from '../../../route/toUrl.ts'
import { asText, showValue } from '../../../field/kinds.ts'
import { titleOfLink } from '../../../field/titleOfLink.ts'
import type { FieldMeta, Json, RecordJson } from '../../../meta/ModelMeta.ts'
import { useSession, useShell } from '../../../shell/Shell.tsx'

/** A value to be read in full: links lead to their records, and text keeps its lines. */
export function PeekValue({ field, record }: { readonly field: FieldMeta; readonly record: RecordJson }) {
  const value: Json | undefined = record[field.name]
  const { formats } = useShell()
  const { find } = useSession()
  // What is not read yet takes the room of one line.
  if (value === undefined) return '\u00A0'
  const shown = showValue(value, field, formats, record)
  if (value === null || value === '') return <span className="dim">{shown}</span>
  if (field.type === 'json') return <code>{JSON.stringify(value, null, 2)}</code>
  const linked = linksOf(value)
  const target = find(field.target ?? '')
  if (target && linked.length > 0)
    return (
      <span className="peek-links">
        {linked.map((each) => (
          <a key={each.id} href={toUrl({ screen: 'record', model: target.name, id: each.id })}>
            {titleOfLink(each)}
          </a>
        ))}
      </span>
    )
  return field.type === 'text' ? asText(value) : <ShownValue value={value} field={field} record={record} />
}

type Linked = { readonly id: number } & { readonly [name: string]: Json }

function linksOf(value: Json): Linked[] {
  const all = Array.isArray(value) ? (value as readonly Json[]) : [value]
  return all.filter(
    (each): each is Linked => typeof each === 'object' && each !== null && 'id' in each && typeof each.id === 'number',
  )
}
