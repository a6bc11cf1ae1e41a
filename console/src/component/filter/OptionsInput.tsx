import type { Chip } from '../../criteria/Chip.ts'
import { idOf } from '../../criteria/describeChip.ts'
import { writeWhere } from '../../criteria/writeWhere.ts'
import type { UserVariable } from '../../criteria/userVariables.ts'
import { findOption, optionsOf, type ValueOption } from '../../criteria/optionsOf.ts'
import { familyOf } from '../../meta/fieldTypes.ts'
import type { FieldMeta, Json, ModelMeta } from '../../meta/ModelMeta.ts'
import { PickList } from '../PickList.tsx'
import { useGroups } from '../../query/listQueries.ts'
import { ReferencePicker } from '../form/ReferencePicker.tsx'
import { useShell } from '../../shell/Shell.tsx'

/** How many values a list offers; others are found by typing. */
const shownGroups = 100
const none = 'none'
/** How many milliseconds somebody who filters waits for counts. */
const patience = 4_000

interface OptionsInputProps {
  readonly model: ModelMeta
  readonly q: string
  readonly others: readonly Chip[]
  readonly path: string
  readonly field: FieldMeta
  /** What the value can be of the user instead: each alone, since lists take no variables. */
  readonly variables: readonly UserVariable[]
  readonly values: readonly Json[]
  readonly onChange: (values: readonly Json[]) => void
  /** Applies the filter with these values, and records without one or not. */
  readonly onDone: (values: readonly Json[], isMissing: boolean) => void
  /** The choice of records without a value; undefined where it is no part of the list. */
  readonly missing: { readonly isOn: boolean; readonly onChange: (isOn: boolean) => void } | undefined
  readonly fault: string | undefined
}

/** Values to choose from, each with how many records have it among those that meet the other chips. */
export function OptionsInput({
  model,
  q,
  others,
  path,
  field,
  variables,
  values,
  onChange,
  onDone,
  missing,
  fault,
}: OptionsInputProps) {
  const { words, formats } = useShell()
  const canCount = field.type !== 'links' && field.type !== 'collection'
  const { data, error } = useCounts(model, { path, isSet: familyOf(field) === 'set' }, q, others, canCount)
  const options = withVariables(optionsOf(field, path, data, values, formats), variables)
  const without = data?.groups.find(({ group }) => group[path] === null)?.count ?? (data ? 0 : undefined)
  const note = (count: number | undefined) =>
    count === undefined ? (error ? words.criteria.notKnown : '') : formats.number(String(count))
  // Focus goes to the first option, so that a list of records waits for what is in it.
  const isReady = field.target === undefined || data !== undefined || error !== null
  const selected = new Set([...values.map((value) => findOption(value)), ...(missing?.isOn ? [none] : [])])
  const picks = options.map(({ id, label, tag, count }) => ({ id, label, tag, note: note(count) }))
  return (
    <div className="field">
      {isReady ? (
        <PickList
          label={words.criteria.values}
          find={options.length > 7 ? words.criteria.findValue : undefined}
          clear={words.list.clear}
          none={words.criteria.noValue}
          picks={missing ? [...picks, { id: none, label: words.criteria.noValueOption, note: note(without) }] : picks}
          selected={selected}
          onSelect={(ids) => {
            missing?.onChange(ids.has(none))
            onChange(chosenOf(options, ids, values))
          }}
          onDone={(ids) => onDone(chosenOf(options, ids, values), ids.has(none))}
        />
      ) : null}
      {field.target === undefined || (data && data.total <= shownGroups) ? null : (
        <ReferencePicker
          label={words.criteria.another}
          field={{ ...field, type: 'links' }}
          value={canCount ? [] : values.flatMap((value) => toLink(value))}
          onChange={(next) => onChange([...(canCount ? values : []), ...idsOf(next)])}
        />
      )}
      {error ? <p className="field-help">{notKnown(error, words.criteria)}</p> : null}
      {fault ? (
        <p className="field-fault" role="alert">
          {fault}
        </p>
      ) : null}
    </div>
  )
}

/** How many records have each value, among those that meet the other chips. */
function useCounts(
  model: ModelMeta,
  { path, isSet }: { readonly path: string; readonly isSet: boolean },
  q: string,
  others: readonly Chip[],
  isWanted: boolean,
) {
  const { service } = useShell()
  const where = writeWhere(others)
  const request = {
    groupBy: [isSet ? { fieldName: path, by: 'each' } : path],
    sortBy: ['-count'],
    limit: shownGroups,
    ...(q === '' ? {} : { q }),
    ...(isJson(where) ? { data: JSON.parse(where) as Json } : {}),
  }
  return useGroups(service, model.name, request, isWanted, patience)
}

/** The variables first, each once. */
function withVariables(options: readonly ValueOption[], variables: readonly UserVariable[]): readonly ValueOption[] {
  const own = variables.map(({ value, label }) => ({ id: findOption(value), value, label, count: undefined }))
  return [...own, ...options.filter(({ id }) => own.every((each) => each.id !== id))]
}

/** What is chosen now. A variable stands alone: the newest choice decides whether there is one. */
function chosenOf(options: readonly ValueOption[], ids: ReadonlySet<string>, before: readonly Json[]): readonly Json[] {
  const chosen = options.filter(({ id }) => ids.has(id)).map(({ value }) => value)
  const added = chosen.find((value) => before.every((each) => findOption(each) !== findOption(value)))
  if (added !== undefined && isVariable(added)) return [added]
  return chosen.length > 1 ? chosen.filter((value) => !isVariable(value)) : chosen
}

function isVariable(value: Json): boolean {
  return typeof value === 'string' && value.startsWith('$')
}

function notKnown(error: Error, words: { countsSlow: string; countsFailed: (message: string) => string }): string {
  return error.name === 'TimeoutError' ? words.countsSlow : words.countsFailed(error.message)
}

function toLink(value: Json): Json[] {
  const id = idOf(value)
  return id === undefined ? [] : [{ id }]
}

/** The ids of chosen records: numbers are compared with every kind of reference. */
function idsOf(links: Json): number[] {
  return Array.isArray(links) ? links.flatMap((link: Json) => idOf(link) ?? []) : []
}

function isJson(text: string): boolean {
  try {
    return typeof JSON.parse(text) === 'object'
  } catch {
    return false
  }
}
