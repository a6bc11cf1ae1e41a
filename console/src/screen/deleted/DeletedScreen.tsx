import { listOf } from '../../route/ListRoute.ts'
import type { DeletedRoute } from '../../route/recordRoutes.ts'
import { toUrl } from '../../route/toUrl.ts'
import { showValue } from '../../field/kinds.ts'
import { manyOf, type ModelMeta, titleOf } from '../../meta/ModelMeta.ts'
import { Button } from '../../component/Button.tsx'
import { Empty } from '../../component/Notice.tsx'
import { deletedPage, useDeleted } from '../../query/queries.ts'
import type { Deleted } from '../../service/DeletedPage.ts'
import { mayBringBack } from '../../rights/mayBringBack.ts'
import { Failed } from '../../component/Failed.tsx'
import { RestoreButton } from '../../component/RestoreButton.tsx'
import { useBringBack } from '../../component/useBringBack.ts'
import { useSession, useShell } from '../../shell/Shell.tsx'

/** What was deleted, newest first, and the way back. */
export function DeletedScreen({ route, model }: { readonly route: DeletedRoute; readonly model: ModelMeta }) {
  const { service, words, go } = useShell()
  const { data, error, refetch } = useDeleted(service, model.name, route.offset)
  return (
    <div className="page page-text">
      <header>
        <a className="record-model" href={toUrl(listOf(model.name))}>
          {manyOf(model)}
        </a>
        <h1>{words.list.deleted(model)}</h1>
      </header>
      {error ? <Failed error={error} again={() => void refetch()} /> : null}
      {data?.records.length === 0 ? <Empty icon="empty" title={words.deleted.none(model, model.keepHistory)} /> : null}
      <ul className="deleted-list">
        {data?.records.map((record) => (
          <Line key={record.id} model={model} record={record} />
        ))}
      </ul>
      {data && (data.more || route.offset > 0) ? (
        <footer className="pager">
          <Button
            small
            isDisabled={route.offset === 0}
            onPress={() => go({ ...route, offset: Math.max(0, route.offset - deletedPage) })}
          >
            {words.list.previous}
          </Button>
          <Button small isDisabled={!data.more} onPress={() => go({ ...route, offset: route.offset + deletedPage })}>
            {words.list.next}
          </Button>
        </footer>
      ) : null}
    </div>
  )
}

function Line({ model, record }: { readonly model: ModelMeta; readonly record: Deleted }) {
  const { words, formats, go } = useShell()
  const { me } = useSession()
  const restore = useBringBack(model, (back) => go({ screen: 'record', model: model.name, id: back }))
  const { id, version } = record
  const title = model.fields.find(({ name }) => name === model.title)
  const shown = title ? showValue(record[model.title] ?? null, title, formats) : titleOf(model, record)
  const who = record.by?.username ?? words.value.somebody
  return (
    <li className="page-line">
      <div>
        <a href={toUrl({ screen: 'history', model: model.name, id, at: undefined, with: undefined })}>{shown}</a>
        <p className="dim">
          #{id} · {words.history.operations.delete(who, formats.dateTime(record.on))}
        </p>
        {restore.error ? <Failed error={restore.error} /> : null}
      </div>
      <RestoreButton
        small
        model={model}
        label={words.deleted.restore}
        mayRestore={mayBringBack(model, me.admin)}
        isDisabled={restore.isPending}
        onPress={() => restore.bringBack({ id, version, toVersion: version - 1 })}
      />
    </li>
  )
}
