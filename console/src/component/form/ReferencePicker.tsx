import type { KeyboardEvent } from 'react'
import { toUrl } from '../../route/toUrl.ts'
import type { Input } from '../../field/FieldKind.ts'
import { titleOfLink } from '../../field/titleOfLink.ts'
import type { FieldMeta, Json, ModelMeta } from '../../meta/ModelMeta.ts'
import type { FieldProps } from '../Field.tsx'
import { Icon } from '../Icon.tsx'
import { TagList } from '../TagList.tsx'
import { useSession, useShell } from '../../shell/Shell.tsx'
import { keepPicked } from '../../shell/picked.ts'
import { type Link, LinkPicker, useTitle } from './LinkPicker.tsx'
import { moveAmongTags } from './moveAmongTags.ts'
import './picker.css'

/** Chooses records of another model: one for a reference, many for links. It searches on the service as one types. */
export function ReferencePicker({
  field,
  value,
  offer,
  mayAdd = false,
  onChange,
  ...common
}: FieldProps & {
  readonly field: FieldMeta
  readonly value: Input
  /** The criteria of the records that it offers; all if absent. */
  readonly offer?: Json | undefined
  /** Whether it offers to create the record that it does not find. */
  readonly mayAdd?: boolean | undefined
  readonly onChange: (input: Input) => void
}) {
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
      <LinkPicker
        {...common}
        target={target}
        offer={offer}
        chosen={isMany ? undefined : (chosen[0] ?? null)}
        onChoose={choose}
        mayAdd={mayAdd}
      />
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

function linksOf(value: Input): Link[] {
  const all = Array.isArray(value) ? value : [value]
  return all.flatMap((each: Json) => (typeof each === 'object' && each !== null && 'id' in each ? [each as Link] : []))
}
