import { toUrl } from '../../route/toUrl.ts'
import { showValue } from '../../field/kinds.ts'
import type { FieldMeta, Json } from '../../meta/ModelMeta.ts'
import { useSession, useShell } from '../../shell/Shell.tsx'

/** What an action gave, or would give: records are links. */
export function Given({
  fields,
  given,
}: {
  readonly fields: readonly FieldMeta[]
  readonly given: Readonly<Record<string, Json>>
}) {
  const { formats } = useShell()
  const { find } = useSession()
  const shown = fields.filter(({ name }) => given[name] !== undefined && given[name] !== null)
  if (shown.length === 0) return null
  return (
    <dl className="act-about">
      {shown.map((field) => {
        const value = given[field.name] ?? null
        const text = showValue(value, field, formats)
        const model = field.type === 'reference' ? find(field.target ?? '') : undefined
        const isRecord = typeof value === 'object' && value !== null && 'id' in value
        return (
          <div key={field.name}>
            <dt>{field.label}</dt>
            <dd>
              {model && isRecord ? (
                <a href={toUrl({ screen: 'record', model: model.name, id: Number(value.id) })}>{text}</a>
              ) : (
                text
              )}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
