import { isSame } from '../../field/isSame.ts'
import { showValue } from '../../field/kinds.ts'
import type { FieldMeta, Json } from '../../meta/ModelMeta.ts'
import type { AtVersion } from '../../history/recordAt.ts'
import { Changed } from '../../component/Changed.tsx'
import { useShell } from '../../shell/Shell.tsx'
import '../../component/compared.css'

/** A record at a version, field by field. What differs from the other version is marked; the rest is dim. */
export function Compared({
  fields,
  before,
  now,
}: {
  readonly fields: readonly FieldMeta[]
  /** The other version; undefined where there is none. */
  readonly before: Readonly<Record<string, Json>> | undefined
  readonly now: AtVersion
}) {
  return (
    <dl className="compared">
      {fields.map((field) => (
        <Line key={field.name} field={field} before={before} now={now.values} />
      ))}
    </dl>
  )
}

function Line({
  field,
  before: old,
  now: current,
}: {
  readonly field: FieldMeta
  readonly before: Readonly<Record<string, Json>> | undefined
  readonly now: Readonly<Record<string, Json>>
}) {
  const { formats } = useShell()
  const before = old?.[field.name] ?? null
  const now = current[field.name] ?? null
  const changed = !isSame(field.type, before, now)
  return (
    <div className="compared-line" data-changed={changed || undefined}>
      <dt>{field.label}</dt>
      <dd>
        {changed ? <Changed field={field} before={old} now={current} /> : showValue(now, field, formats, current)}
      </dd>
    </div>
  )
}
