import { useMemo } from 'react'
import type { Draft } from '../../draft/Draft.ts'
import { checkDraft, type CheckedDraft } from '../../expression/checkDraft.ts'
import { conditionsOf, type FormConditions } from '../../expression/formConditions.ts'
import { FormValues, type Referred } from '../../expression/FormValues.ts'
import { previewOf, referredFields } from '../../expression/previewOf.ts'
import type { Json, ModelMeta } from '../../meta/ModelMeta.ts'
import { useReferred } from '../../query/recordQueries.ts'
import { useSession, useShell } from '../../shell/Shell.tsx'

/** What follows from a draft by the declarations of its model. */
interface DraftPreview {
  /** The values of formulas and defaults, by field. */
  readonly preview: Readonly<Record<string, Json>>
  readonly checked: CheckedDraft
  readonly conditions: FormConditions
}

/** What formulas, defaults and checks of a form say while somebody types; what the service answers counts. */
export function usePreview(draft: Draft, model: ModelMeta): DraftPreview {
  const { words, service } = useShell()
  const { me } = useSession()
  const { today, timeZone, yearBegins } = me.application ?? {}
  const place = { today, timeZone, yearBegins, user: { id: me.id, username: me.username, name: me.name } }
  const wanted = useMemo(() => referredFields(model), [model])
  const typed = new FormValues(draft, model, words, place, () => undefined)
  const records = useReferred(
    service,
    [...wanted].flatMap(([reference, names]) => {
      const target = model.fields.find(({ name }) => name === reference)?.target
      const value = typed.of(reference)
      const id = typeof value === 'object' && value !== null && 'id' in value ? value.id : undefined
      const fields = names.map((name) => name.slice(reference.length + 1))
      return target !== undefined && typeof id === 'number' ? [{ model: target, id, fields }] : []
    }),
  )
  const referred: Referred = (name, id) => {
    const [reference = '', ...rest] = name.split('.')
    const target = model.fields.find((field) => field.name === reference)?.target ?? ''
    return rest.reduce<Json | undefined>(stepInto, records(target, id))
  }
  const values = new FormValues(draft, model, words, place, referred)
  return {
    preview: previewOf(draft, model, values),
    checked: checkDraft(draft, model, values),
    conditions: conditionsOf(model, values),
  }
}

function stepInto(value: Json | undefined, name: string): Json | undefined {
  if (typeof value !== 'object' || value === null) return value
  return name in value ? (value as Readonly<Record<string, Json>>)[name] : undefined
}
