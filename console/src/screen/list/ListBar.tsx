import { useState } from 'react'
import { firstPage } from '../../route/paging.ts'
import type { ListRoute } from '../../route/ListRoute.ts'
import { toUrl } from '../../route/toUrl.ts'
import type { ModelMeta } from '../../meta/ModelMeta.ts'
import { Icon } from '../../component/Icon.tsx'
import { SearchField } from '../../component/SearchField.tsx'
import type { Page } from '../../service/Service.ts'
import { useShell } from '../../shell/Shell.tsx'
import { useKeys } from '../../shell/useKeys.ts'
import { WriteButton } from '../../component/WriteButton.tsx'

/** What stands above a list: its name and total, the words to find, and a new record. */
export function ListBar({
  route,
  model,
  page,
}: {
  readonly route: ListRoute
  readonly model: ModelMeta
  readonly page: Page | undefined
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
        {model.label}
        {page?.total === undefined ? null : <span className="list-total">{formats.number(String(page.total))}</span>}
      </h1>
      {model.search ? (
        <SearchField
          label={words.list.find}
          clear={words.list.clear}
          value={q}
          onChange={setQ}
          onSubmit={(text) => go({ ...route, q: text.trim(), ...firstPage })}
        />
      ) : null}
      <div className="list-actions">
        {/* Whether somebody who reads some records may see a deleted one can't be decided any more. */}
        {model.may.read !== 'all' ? null : (
          <a className="list-link" href={toUrl({ screen: 'deleted', model: model.name, offset: 0 })}>
            {words.list.deleted}
          </a>
        )}
        {canCreate ? (
          <WriteButton weight="primary" icon={<Icon name="add" />} onPress={create}>
            {words.list.new(model.label)}
          </WriteButton>
        ) : null}
      </div>
    </header>
  )
}
