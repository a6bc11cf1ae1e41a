import type { ChangesRoute } from '../../route/Route.ts'
import { Button } from '../../component/Button.tsx'
import { Choice } from '../../component/Choice.tsx'
import { Empty } from '../../component/Notice.tsx'
import { useChangeSets } from '../../query/changeQueries.ts'
import { Failed } from '../../component/Failed.tsx'
import { useSession, useShell } from '../../shell/Shell.tsx'
import { UserPicker } from '../../component/form/UserPicker.tsx'
import { SetLine } from '../../component/SetLine.tsx'
import './changes.css'

const limit = 50

/** What was written to several records at once, newest first: one's own, or by anybody for administrators. */
export function ChangesScreen({ route }: { readonly route: ChangesRoute }) {
  const { service, words, go } = useShell()
  const { me, models } = useSession()
  const { user, model, offset } = route
  const { data, error, refetch } = useChangeSets(service, { user, model, offset, limit })
  const options = models.filter(({ may }) => may.read !== 'none').map(({ name, label }) => ({ value: name, label }))
  const isFiltered = user !== '' || model !== '' || offset > 0
  return (
    <div className="changes page page-text">
      <header>
        <h1>{words.changes.title}</h1>
        <p className="dim">{me.admin ? words.changes.about : words.changes.aboutOwn}</p>
      </header>
      <div className="changes-filter">
        <Choice
          label={words.changes.model}
          none={words.changes.anyModel}
          options={options}
          value={model === '' ? null : model}
          onChange={(next) => go({ ...route, model: next ?? '', offset: 0 })}
        />
        {me.admin ? (
          <UserPicker
            label={words.changes.user}
            username={user}
            onChoose={(next) => go({ ...route, user: next, offset: 0 })}
          />
        ) : null}
      </div>
      {error ? <Failed error={error} again={() => void refetch()} /> : null}
      {data?.sets.length === 0 ? (
        <Empty icon="history" title={isFiltered ? words.changes.noneMatch : words.changes.none} />
      ) : null}
      <ul className="change-list">
        {data?.sets.map((set) => (
          <SetLine key={set.id} set={set} />
        ))}
      </ul>
      {data && (data.more || offset > 0) ? (
        <footer className="pager">
          <Button small isDisabled={offset === 0} onPress={() => go({ ...route, offset: Math.max(0, offset - limit) })}>
            {words.list.previous}
          </Button>
          <Button small isDisabled={!data.more} onPress={() => go({ ...route, offset: offset + limit })}>
            {words.list.next}
          </Button>
        </footer>
      ) : null}
    </div>
  )
}
