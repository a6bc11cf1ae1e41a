import { allChanges, type ChangeSetRoute } from '../../route/Route.ts'
import { toUrl } from '../../route/toUrl.ts'
import { Button } from '../../component/Button.tsx'
import { Icon } from '../../component/Icon.tsx'
import { Empty, Notice } from '../../component/Notice.tsx'
import { setPage, useChangeSet } from '../../query/changeQueries.ts'
import { isFailure } from '../../service/isFailure.ts'
import { Failed, FailedPage } from '../../component/Failed.tsx'
import type { FindModel } from '../../meta/columns.ts'
import type { Formats } from '../../field/FieldKind.ts'
import { describeOneChange } from '../../bulk/describeOneChange.ts'
import { useSession, useShell } from '../../shell/Shell.tsx'
import { WriteButton } from '../../component/WriteButton.tsx'
import { SetRecords } from './SetRecords.tsx'
import { setTitle } from '../../component/setTitle.ts'
import './changes.css'

type Shown = NonNullable<ReturnType<typeof useChangeSet>['data']>

/** One change set: who wrote it, when, what it did to each record, and the way back. */
export function ChangeSetScreen({ route }: { readonly route: ChangeSetRoute }) {
  const { service, words, formats, go, undo } = useShell()
  const { find } = useSession()
  const { data, error, refetch } = useChangeSet(service, route.id, route.offset)
  if (isFailure(error, 'record-not-found')) return <Empty icon="missing" isPage title={words.changes.missing} />
  const again = () => void refetch()
  if (!data) return error ? <FailedPage error={error} again={again} /> : null
  const { id, on, by, undoneBy, undoes } = data.set
  const change = (of: number) => toUrl({ screen: 'changeSet', id: of, offset: 0 })
  return (
    <div className="changes page page-text">
      {error ? <Failed error={error} again={again} /> : null}
      <header className="changes-head">
        <div>
          <a className="record-model" href={toUrl(allChanges)}>
            {words.changes.title}
          </a>
          <h1>{titleOf(data, find, formats)}</h1>
          <p className="dim">
            {words.changes.set(id)} · {words.changes.by(by?.username ?? words.value.somebody, formats.dateTime(on))}
            {undoes === undefined ? null : (
              <>
                {' · '}
                <a href={change(undoes)}>{words.changes.undoes(undoes)}</a>
              </>
            )}
          </p>
        </div>
        <WriteButton
          icon={<Icon name="restore" />}
          aria-label={words.undo.set(id)}
          onPress={() => undo({ is: 'sets', ids: [id] })}
        >
          {words.record.undo}
        </WriteButton>
      </header>
      {undoneBy === undefined ? null : (
        <Notice tone="plain" icon="restore">
          <a href={change(undoneBy)}>{words.changes.undoneBy(undoneBy)}</a>
        </Notice>
      )}
      <SetRecords records={data.records} />
      {data.more || route.offset > 0 ? (
        <footer className="pager">
          <Button
            small
            isDisabled={route.offset === 0}
            onPress={() => go({ ...route, offset: Math.max(0, route.offset - setPage) })}
          >
            {words.list.previous}
          </Button>
          <Button small isDisabled={!data.more} onPress={() => go({ ...route, offset: route.offset + setPage })}>
            {words.list.next}
          </Button>
        </footer>
      ) : null}
    </div>
  )
}

/** What a change set is called: where all of it is one thing, such as another status, by that. */
function titleOf({ set, records }: Shown, find: FindModel, formats: Formats): string {
  const [model] = set.models.flatMap((name) => find(name) ?? [])
  const isWhole = set.models.length === 1 && records.length === set.records && set.undoes === undefined
  const areUpdates = records.every(({ operation }) => operation === 'update')
  const one = model && isWhole && areUpdates ? describeOneChange(records, model, formats) : undefined
  return one ?? setTitle(formats.words.changes, set, find)
}
