import type { ReactNode } from 'react'
import { asText } from '../../../field/kinds.ts'
import { titleOfLink } from '../../../field/titleOfLink.ts'
import { isOfComments } from '../../../meta/comments.ts'
import { type FieldMeta, manyOf, mayList, type ModelMeta, type RecordJson } from '../../../meta/ModelMeta.ts'
import { isOwnModel } from '../../../meta/ownModels.ts'
import { useWrites } from '../../../query/activityQueries.ts'
import { usePage } from '../../../query/queries.ts'
import { listOf } from '../../../route/ListRoute.ts'
import { toUrl } from '../../../route/toUrl.ts'
import { useSession, useShell } from '../../../shell/Shell.tsx'

interface FactsProps {
  readonly model: ModelMeta
  readonly record: RecordJson
}

/** How many change sets are named. */
const mostSets = 5

/** What is known of a record besides its fields: who made it, who changed it, and what refers to it. */
export function RecordFacts({ model, record }: FactsProps) {
  const { words, formats } = useShell()
  const { facts } = words.activity
  const when = (who: RecordJson[string] | undefined, on: RecordJson[string] | undefined) =>
    words.changes.by(titleOfLink(who) || words.value.somebody, formats.dateTime(asText(on)))
  return (
    <div className="record-panel-body">
      <dl className="record-facts">
        <Fact label={facts.created}>{when(record['createdBy'], record['createdOn'])}</Fact>
        <Fact label={facts.changed}>{when(record['updatedBy'], record['updatedOn'])}</Fact>
        <Fact label={facts.id}>{record.id}</Fact>
        <Fact label={facts.version}>{record.version}</Fact>
        <ChangeSets model={model} record={record} />
        <Fact label={facts.refersTo}>
          <ReferrerCounts model={model} record={record} />
        </Fact>
      </dl>
    </div>
  )
}

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** The last writes of the record that belong to one with others. */
function ChangeSets({ model, record }: FactsProps) {
  const { service, words } = useShell()
  const { data } = useWrites(service, model, record.id)
  const writes = data?.pages.flatMap((page) => page.writes) ?? []
  const sets = [...new Set(writes.flatMap(({ changeSet }) => changeSet ?? []))].slice(0, mostSets)
  if (sets.length === 0) return null
  return (
    <Fact label={words.activity.facts.sets}>
      <ul>
        {sets.map((id) => (
          <li key={id}>
            <a href={toUrl({ screen: 'changeSet', id, offset: 0 })}>{words.changes.set(id)}</a>
          </li>
        ))}
      </ul>
    </Fact>
  )
}

/** The records that refer to this one, by each of their fields, with the way to their list. */
function ReferrerCounts({ model, record }: FactsProps) {
  const { words } = useShell()
  const { models } = useSession()
  const referring = models
    .filter((one) => mayList(one) && !isOwnModel(one.name) && !isOfComments(one))
    .flatMap((one) => one.fields.filter((field) => isTo(field, model)).map((field) => ({ model: one, field })))
  if (referring.length === 0) return words.activity.facts.nothing
  return (
    <ul>
      {referring.map(({ model: one, field }) => (
        <ReferrerCount key={`${one.name} ${field.name}`} model={one} field={field} id={record.id} />
      ))}
    </ul>
  )
}

function isTo({ type, target, may }: FieldMeta, { name }: ModelMeta): boolean {
  return target === name && (type === 'reference' || type === 'links') && may?.read !== 'none'
}

function ReferrerCount({
  model,
  field,
  id,
}: {
  readonly model: ModelMeta
  readonly field: FieldMeta
  readonly id: number
}) {
  const { service, words } = useShell()
  const fieldName = field.type === 'links' ? `${field.name}.id` : field.name
  const where = JSON.stringify({ fieldName, operator: '=', value: id })
  const { data } = usePage(service, model.name, new URLSearchParams({ where, limit: '0' }))
  const total = data?.total
  return (
    <li>
      <a href={toUrl(listOf(model.name, { where }))}>
        {total === undefined ? manyOf(model) : words.activity.records(total, model)}
      </a>
      <span className="dim"> · {field.label}</span>
    </li>
  )
}
