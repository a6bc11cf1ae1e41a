import { toUrl } from '../../route/toUrl.ts'
import { showValue } from '../../field/kinds.ts'
import type { Column } from '../../meta/columns.ts'
import type { Json } from '../../meta/ModelMeta.ts'
import { useSession, useShell } from '../../shell/Shell.tsx'
import '../../component/tag.css'

/** The link from a value to its record, and what it says where there is no value. */
export interface CellLink {
  readonly href: string
  readonly title: string
}

/** One value in a list: a link for titles and references, a tag for choices, a dash where there is none. */
export function Cell({
  column: { field },
  value,
  link,
  tabIndex,
}: {
  readonly column: Column
  readonly value: Json | undefined
  readonly link: CellLink | undefined
  /** Whether the Tab key stops at links: a grid is one stop. */
  readonly tabIndex: 0 | -1
}) {
  const { formats } = useShell()
  const { find } = useSession()
  const shown = showValue(value, field, formats)
  const isMissing = value === null || value === undefined || value === ''
  if (link)
    return (
      <a className="grid-title" href={link.href} tabIndex={tabIndex}>
        {isMissing ? link.title : shown}
      </a>
    )
  if (isMissing) return <span className="dim">{shown}</span>
  if (field.type === 'choice') return <span className="tag">{shown}</span>
  const target = field.type === 'reference' ? find(field.target ?? '') : undefined
  if (target && typeof value === 'object' && 'id' in value)
    return (
      <a href={toUrl({ screen: 'record', model: target.name, id: Number(value.id) })} tabIndex={tabIndex}>
        {shown}
      </a>
    )
  return <span title={shown.length > 40 ? shown : undefined}>{shown}</span>
}
