import { writePlace } from '../../address/writePlace.ts'
import { showValue } from '../../field/kinds.ts'
import type { Column } from '../../meta/columns.ts'
import type { Json } from '../../meta/ModelMeta.ts'
import { useSession, useShell } from '../Shell.tsx'
import '../../part/tag.css'

/** One value in a list: a link for titles and references, a tag for choices, a dash where there is none. */
export function Cell({
  column: { field },
  value,
  href,
}: {
  readonly column: Column
  readonly value: Json | undefined
  readonly href: string | undefined
}) {
  const { formats } = useShell()
  const { find } = useSession()
  const shown = showValue(value, field, formats)
  if (href !== undefined)
    return (
      <a className="grid-title" href={href} tabIndex={-1}>
        {shown}
      </a>
    )
  if (value === null || value === undefined || value === '') return <span className="dim">{shown}</span>
  if (field.type === 'choice') return <span className="tag">{shown}</span>
  const target = field.type === 'reference' ? find(field.target ?? '') : undefined
  if (target && typeof value === 'object' && 'id' in value)
    return (
      <a href={writePlace({ screen: 'record', model: target.name, id: Number(value.id) })} tabIndex={-1}>
        {shown}
      </a>
    )
  return <span title={shown.length > 40 ? shown : undefined}>{shown}</span>
}
