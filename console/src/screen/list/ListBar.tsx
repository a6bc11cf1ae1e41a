import { useState } from 'react'
import { firstPage } from '../../route/paging.ts'
import { writeWhere } from '../../criteria/writeWhere.ts'
import { listOf, type ListRoute } from '../../route/ListRoute.ts'
import { toUrl } from '../../route/toUrl.ts'
import { manyOf, type ModelMeta } from '../../meta/ModelMeta.ts'
import { Button } from '../../component/Button.tsx'
import { Icon } from '../../component/Icon.tsx'
import { Menu, type MenuLine } from '../../component/Menu.tsx'
import { SearchField } from '../../component/SearchField.tsx'
import { useShell } from '../../shell/Shell.tsx'
import { useKeys } from '../../shell/useKeys.ts'
import { WriteButton } from '../../component/WriteButton.tsx'

/** The filter that shows archived records and no others: a chip that people can change. */
const archivedAlone = writeWhere([{ kind: 'test', path: 'archivedOn', test: 'notNull', values: [], orMissing: false }])

/** What stands above a list: its name and total, the words to find, and a new record. */
export function ListBar({
  route,
  model,
  total,
}: {
  readonly route: ListRoute
  readonly model: ModelMeta
  readonly total: number | undefined
}) {
  const { words, formats, go } = useShell()
  const [q, setQ] = useState(route.q)
  const canCreate = model.may.create !== 'none'
  const create = () => go({ screen: 'new', model: model.name, from: undefined, set: {} })
  useKeys(['list'], {
    find: () => document.querySelector<HTMLInputElement>('.list-bar input')?.focus(),
    ...(canCreate ? { new: create } : {}),
  })
  return (
    <header className="list-bar">
      <h1>
        {manyOf(model)}
        {total === undefined ? null : <span className="list-total">{formats.number(String(total))}</span>}
      </h1>
      {model.search ? (
        <SearchField
          label={words.list.find}
          placeholder={searchedIn(model)}
          clear={words.list.clear}
          value={q}
          onChange={setQ}
          onSubmit={(text) => go({ ...route, q: text.trim(), ...firstPage })}
        />
      ) : null}
      <div className="list-actions">
        <MoreMenu model={model} />
        {canCreate ? (
          <WriteButton weight="primary" icon={<Icon name="add" />} onPress={create}>
            {words.list.new(model.label)}
          </WriteButton>
        ) : null}
      </div>
    </header>
  )
}

/** The lists of what left this one. */
function MoreMenu({ model }: { readonly model: ModelMeta }) {
  const { words } = useShell()
  const hasArchive = model.fields.some(
    ({ name, ofArchive, may }) => ofArchive && name === 'archivedOn' && may?.read !== 'none',
  )
  const lines: readonly MenuLine[] = [
    // Whether somebody who reads some records may see a deleted one can't be decided any more.
    ...(model.may.read === 'all'
      ? [
          {
            id: 'deleted',
            label: words.list.deleted(model),
            icon: 'delete' as const,
            href: toUrl({ screen: 'deleted', model: model.name, offset: 0 }),
          },
        ]
      : []),
    ...(hasArchive
      ? [
          {
            id: 'archived',
            label: words.archive.records(model),
            icon: 'archive' as const,
            href: toUrl(listOf(model.name, { where: archivedAlone })),
          },
        ]
      : []),
  ]
  if (lines.length === 0) return null
  return (
    <Menu
      trigger={<Button weight="quiet" aria-label={words.list.more} icon={<Icon name="more" />} />}
      label={words.list.more}
      lines={lines}
    />
  )
}

/** The names of the first fields that the box searches: what one can type there. */
function searchedIn({ search = [], fields }: ModelMeta): string {
  const labels = search.flatMap((name) => fields.find((field) => field.name === name)?.label ?? [])
  return `${labels.slice(0, 3).join(', ')}…`
}
