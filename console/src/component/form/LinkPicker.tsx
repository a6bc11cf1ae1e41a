import { Suspense, useState } from 'react'
import { titleOfLink } from '../../field/titleOfLink.ts'
import { isComputed, type Json, type ModelMeta, titleOf } from '../../meta/ModelMeta.ts'
import { isOwnModel } from '../../meta/ownModels.ts'
import { usePage } from '../../query/queries.ts'
import { useShell } from '../../shell/Shell.tsx'
import { useRecordSearch } from '../../shell/useRecordSearch.ts'
import { ComboBox } from '../ComboBox.tsx'
import type { FieldProps } from '../Field.tsx'
import { NewLinked } from '../lazyComponents.ts'
import type { ComboOption } from '../OptionText.tsx'

/** A record that was chosen, as far as it is known. */
export type Link = { readonly id: number; readonly [name: string]: Json }

interface LinkPickerProps extends FieldProps {
  readonly target: ModelMeta | undefined
  /** The criteria of the records that it offers; all if absent. */
  readonly offer: Json | undefined
  /** Whether it offers to create the record that it does not find. */
  readonly mayAdd: boolean
  /** The record of a reference; undefined for links, to which each choice is added. */
  readonly chosen: Link | null | undefined
  readonly onChoose: (link: Link | null) => void
}

/** The input in which one record is chosen, or created. */
export function LinkPicker({ target, offer, mayAdd, chosen, onChoose, ...common }: LinkPickerProps) {
  const { words } = useShell()
  const { text, props } = useRecordSearch(target, offer)
  const title = useTitle(target, chosen ?? undefined)
  const [added, setAdded] = useState<string | undefined>()
  const typed = (text ?? '').trim()
  const isNew = mayAdd && typed !== '' && props.isKnown && !props.options.some(({ label }) => label === typed)
  const other: ComboOption = { id: newId, label: words.record.createLinked(typed), isOther: true }
  return (
    <>
      <ComboBox
        {...common}
        {...props}
        options={isNew && target && isAddable(target) ? [...props.options, other] : props.options}
        selected={chosen === undefined ? undefined : (chosen?.id ?? null)}
        text={text ?? (chosen ? title : '')}
        onChoose={(option) => {
          props.onText(undefined)
          if (option?.isOther) setAdded(typed)
          else onChoose(option && target ? toLink(option, target) : null)
        }}
      />
      {target && added !== undefined ? (
        <Suspense>
          <NewLinked
            model={target}
            text={added}
            onCreated={(record) => {
              setAdded(undefined)
              onChoose(toLink({ id: record.id, label: titleOf(target, record), record }, target))
            }}
            onClose={() => setAdded(undefined)}
          />
        </Suspense>
      ) : null}
    </>
  )
}

/** The id of the option that is no record. */
const newId = 0

/** Whether a record can begin with the text of its title: the title is a text that the caller may write. */
function isAddable({ name, title, fields, may }: ModelMeta): boolean {
  const field = fields.find((each) => each.name === title)
  const isText = field?.type === 'text' && !isComputed(field) && field.may?.create !== 'none'
  return isText && may.create !== 'none' && !isOwnModel(name)
}

/** A record that was chosen, with its title and what identifies it besides. */
function toLink({ id, label, record = {} }: ComboOption, { title, pick = [] }: ModelMeta): Link {
  const picked = pick.slice(0, 2).map((name) => [name, record[name] ?? null] as const)
  return { id, [title]: label, ...Object.fromEntries(picked.filter(([, value]) => value !== null)) }
}

/** The title of a link; of one that knows its id alone it is read. */
export function useTitle(target: ModelMeta | undefined, link: Link | undefined): string {
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
