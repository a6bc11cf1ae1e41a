import { useMemo } from 'react'
import { draftOfLine, type Line } from '../../../draft/lines.ts'
import { FormValues, type Referred } from '../../../expression/FormValues.ts'
import { previewOf, referredFields } from '../../../expression/previewOf.ts'
import { isComputed, type Json, type ModelMeta } from '../../../meta/ModelMeta.ts'
import { useReferred } from '../../../query/recordQueries.ts'
import { useSession, useShell } from '../../../shell/Shell.tsx'

/** What the defaults of new lines are, by line and column. What the service computes is not computed here. */
export function useLinePreviews(lines: readonly Line[], target: ModelMeta) {
  const { words, service } = useShell()
  const { me } = useSession()
  const { today, timeZone, yearBegins } = me.application ?? {}
  const place = { today, timeZone, yearBegins, user: { id: me.id, username: me.username, name: me.name } }
  const wanted = useMemo(() => referredFields(target), [target])
  const added = lines.filter(({ base, values }) => base === undefined && Object.keys(values).length > 0)
  const asked = added.flatMap((line) => {
    const typed = new FormValues(draftOfLine(line), target, words, place, () => undefined)
    return [...wanted].flatMap(([reference, names]) => {
      const of = target.fields.find(({ name }) => name === reference)?.target
      const value = typed.of(reference)
      const id = typeof value === 'object' && value !== null && 'id' in value ? value.id : undefined
      const fields = names.map((name) => name.slice(reference.length + 1))
      return of !== undefined && typeof id === 'number' ? [{ model: of, id, fields }] : []
    })
  })
  const records = useReferred(service, [...new Map(asked.map((each) => [`${each.model} ${each.id}`, each])).values()])
  const referred: Referred = (name, id) => {
    const [reference = '', ...rest] = name.split('.')
    const of = target.fields.find((field) => field.name === reference)?.target ?? ''
    return rest.reduce<Json | undefined>(stepInto, records(of, id))
  }
  const known = target.fields.filter((field) => !isComputed(field)).map(({ name }) => name)
  return new Map(
    added.map((line) => {
      const draft = draftOfLine(line)
      const values = previewOf(draft, target, new FormValues(draft, target, words, place, referred))
      return [line.key, Object.fromEntries(Object.entries(values).filter(([name]) => known.includes(name)))] as const
    }),
  )
}

function stepInto(value: Json | undefined, name: string): Json | undefined {
  if (typeof value !== 'object' || value === null) return value
  return name in value ? (value as Readonly<Record<string, Json>>)[name] : undefined
}
