import { toUrl } from '../../route/toUrl.ts'
import { Ago } from '../../component/Ago.tsx'
import { ShownValue } from '../../component/ShownValue.tsx'
import { elementsOf } from '../../field/elementsOf.ts'
import { asText, showValue } from '../../field/kinds.ts'
import { type Column, ownerAt } from '../../meta/columns.ts'
import type { Json, RecordJson } from '../../meta/ModelMeta.ts'
import { useSession, useShell } from '../../shell/Shell.tsx'

/** The link from a value to its record, and what it says where there is no value. */
export interface CellLink {
  readonly href: string
  readonly title: string
  /** Whether the title says the value in other words, as that of a job. */
  readonly isInWords: boolean
}

/** One value in a list: a link for titles and references, a tag for choices, nothing where there is none. */
export function Cell({
  column: { field, path },
  value,
  record,
  link,
  isAgo,
  tabIndex,
}: {
  readonly column: Column
  readonly value: Json | undefined
  readonly record: RecordJson
  readonly link: CellLink | undefined
  /** Whether it is a moment that matters by how long ago it was. */
  readonly isAgo: boolean
  /** Whether the Tab key stops at links: a grid is one stop. */
  readonly tabIndex: 0 | -1
}) {
  const { formats } = useShell()
  const { find } = useSession()
  const owner = ownerAt(record, path)
  const shown = showValue(value, field, formats, owner)
  const isEmptySet = field.type === 'choices' && elementsOf(value).length === 0
  const isMissing = value === null || value === undefined || value === '' || isEmptySet
  if (link)
    return (
      <a className="grid-title" href={link.href} tabIndex={tabIndex}>
        {isMissing || link.isInWords ? link.title : shown}
      </a>
    )
  if (isMissing) return null
  if (isAgo) return <Ago moment={asText(value)} />
  const target = field.type === 'reference' ? find(field.target ?? '') : undefined
  if (target && typeof value === 'object' && 'id' in value)
    return (
      <a href={toUrl({ screen: 'record', model: target.name, id: Number(value.id) })} tabIndex={tabIndex}>
        {shown}
      </a>
    )
  return (
    <span title={shown.length > 40 ? shown : undefined}>
      <ShownValue value={value} field={field} record={owner} />
    </span>
  )
}
