import type { KeyboardEvent } from 'react'
import { toUrl } from '../../route/toUrl.ts'
import type { Input } from '../../field/FieldKind.ts'
import { titleOfLink } from '../../field/titleOfLink.ts'
import { type FieldMeta, type Json, type ModelMeta, titleOf } from '../../meta/ModelMeta.ts'
import { ComboBox } from '../ComboBox.tsx'
import type { ComboOption } from '../OptionText.tsx'
import type { FieldProps } from '../Field.tsx'
import { Icon } from '../Icon.tsx'
import { TagList } from '../TagList.tsx'
import { usePage } from '../../query/queries.ts'
import { useSession, useShell } from '../../shell/Shell.tsx'
import { useRecordSearch } from '../../shell/useRecordSearch.ts'
import { keepPicked } from '../../shell/picked.ts'
import { moveAmongTags } from './moveAmongTags.ts'
import './picker.css'

/** Chooses records of another model: one for a reference, many for links. It searches on the service as one types. */
export function ReferencePicker({
  field,
  value,
  onChange,
  ...common
}: FieldProps & { readonly field: FieldMeta; readonly value: Input; readonly onChange: (input: Input) => void }) {
  const { words, go, storage } = useShell()
  const { find, me } = useSession()
  const target = find(field.target ?? '')
  const chosen = linksOf(value)
  const isMany = field.type === 'links'
  const remove = (id: number) => onChange(chosen.filter((each) => each.id !== id))
  const choose = (link: Link | null) => {
    if (link && target) keepPicked(storage, me.id, target.name, link.id)
    if (!isMany) onChange(link)
    else if (!link) onChange(chosen.slice(0, -1))
    else if (!chosen.some(({ id }) => id === link.id)) onChange([...chosen, link])
  }
  // The way to the record and the crosses are no stops of Tab.
  const onKeyDownCapture = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'Enter' || !event.altKey) return moveAmongTags(event)
    event.preventDefault()
    event.stopPropagation()
    if (!isMany && target && chosen[0]) go({ screen: 'record', model: target.name, id: chosen[0].id })
    return undefined
  }
  return (
    <div className="picker" onKeyDownCapture={onKeyDownCapture}>
      <Picker {...common} target={target} chosen={isMany ? undefined : (chosen[0] ?? null)} onChoose={choose} />
      {!isMany && target && chosen[0] ? <OpenLink model={target} link={chosen[0]} /> : null}
      {isMany && chosen.length > 0 ? (
        <TagList
          label={common.label}
          tags={chosen.map((link) => ({ id: link.id, label: titleOfLink(link) }))}
          remove={words.list.clear}
          onRemove={common.readOnly ? undefined : remove}
        />
      ) : null}
    </div>
  )
}

/** The way to the record that was chosen. */
function OpenLink({ model, link }: { readonly model: ModelMeta; readonly link: Link }) {
  const { words } = useShell()
  const title = useTitle(model, link)
  const label = words.record.openLinked(title)
  return (
    <a
      className="picker-open"
      href={toUrl({ screen: 'record', model: model.name, id: link.id })}
      title={`${label} (Alt+Enter)`}
      aria-keyshortcuts="Alt+Enter"
      tabIndex={-1}
    >
      <Icon name="external" size={14} />
      <span className="visually-hidden">{label}</span>
    </a>
  )
}

/** The title of a link; of one that knows its id alone it is read. */
function useTitle(target: ModelMeta | undefined, link: Link | undefined): string {
  const { service } = useShell()
  const isBare = link !== undefined && target !== undefined && link[target.title] === undefined
  const parameters = new URLSearchParams({
    where: JSON.stringify({ fieldName: 'id', operator: '=', value: link?.id ?? 0 }),
    total: 'false',
    limit: '1',
  })
  const { data } = usePage(service, target?.name ?? '', parameters, isBare)
  const read = isBare ? data?.records.find(({ id }) => id === link.id) : undefined
  return read && target ? titleOf(target, read) : titleOfLink(link)
}

type Link = { readonly id: number; readonly [name: string]: Json }

function Picker({
  target,
  chosen,
  onChoose,
  ...common
}: FieldProps & {
  readonly target: ModelMeta | undefined
  /** The record of a reference; undefined for links, to which each choice is added. */
  readonly chosen: Link | null | undefined
  readonly onChoose: (link: Link | null) => void
}) {
  const { text, props } = useRecordSearch(target)
  const title = useTitle(target, chosen ?? undefined)
  return (
    <ComboBox
      {...common}
      {...props}
      selected={chosen === undefined ? undefined : (chosen?.id ?? null)}
      text={text ?? (chosen ? title : '')}
      onChoose={(option) => {
        props.onText(undefined)
        onChoose(option && target ? toLink(option, target) : null)
      }}
    />
  )
}

/** A record that was chosen, with its title and what identifies it besides. */
function toLink({ id, label, record = {} }: ComboOption, { title, pick = [] }: ModelMeta): Link {
  const picked = pick.slice(0, 2).map((name) => [name, record[name] ?? null] as const)
  return { id, [title]: label, ...Object.fromEntries(picked.filter(([, value]) => value !== null)) }
}

function linksOf(value: Input): Link[] {
  const all = Array.isArray(value) ? value : [value]
  return all.flatMap((each: Json) => (typeof each === 'object' && each !== null && 'id' in each ? [each as Link] : []))
}
