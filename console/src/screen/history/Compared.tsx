import { isSame } from '../../field/isSame.ts'
import { showValue } from '../../field/kinds.ts'
import type { FieldMeta, Json } from '../../meta/ModelMeta.ts'
import type { AtVersion } from '../../history/recordAt.ts'
import { Difference } from '../../component/Difference.tsx'
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
        <Line key={field.name} field={field} before={before?.[field.name]} now={now.values[field.name]} />
      ))}
    </dl>
  )
}

function Line({
  field,
  before = null,
  now = null,
}: {
  readonly field: FieldMeta
  readonly before: Json | undefined
  readonly now: Json | undefined
}) {
  const { formats } = useShell()
  const changed = !isSame(field.type, before, now)
  const shown = showValue(now, field, formats)
  return (
    <div className="compared-line" data-changed={changed || undefined}>
      <dt>{field.label}</dt>
      <dd>
        {changed ? (
          <Difference
            before={before === null ? '' : showValue(before, field, formats)}
            now={now === null ? '' : shown}
          />
        ) : (
          shown
        )}
      </dd>
    </div>
  )
}
