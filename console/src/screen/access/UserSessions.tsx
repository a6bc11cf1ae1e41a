import { findParameters, listOf } from '../../route/ListRoute.ts'
import { asText } from '../../field/kinds.ts'
import type { RecordJson } from '../../meta/ModelMeta.ts'
import { sessionModel } from '../../meta/ownModels.ts'
import { useEndSessionsOf } from '../../query/accessQueries.ts'
import { useDelete, usePage } from '../../query/queries.ts'
import { Failed } from '../../component/Failed.tsx'
import { useSession, useShell } from '../../shell/Shell.tsx'
import { WriteButton } from '../../component/WriteButton.tsx'

/** The sessions of a user, each of which can be ended. */
export function UserSessions({ user }: { readonly user: RecordJson }) {
  const { service, words, formats, newKey, notify } = useShell()
  const { me, find } = useSession()
  const where = JSON.stringify({ fieldName: 'user', operator: '=', value: user.id })
  const fields = ['agent', 'usedOn', 'createdOn']
  const route = listOf(sessionModel, { where, fields, sortBy: ['-createdOn'], limit: 100 })
  const { data, error, refetch } = usePage(service, sessionModel, findParameters(route))
  const remove = useDelete(service, sessionModel)
  const endAll = useEndSessionsOf(service)
  const canEnd = (find(sessionModel)?.may.delete ?? 'none') !== 'none'
  const failed = error ?? remove.error ?? endAll.error
  const end = (record: RecordJson) =>
    remove.mutate({ record, key: newKey() }, { onSuccess: () => notify({ text: words.user.sessionEnded }) })
  return (
    <section className="access-part">
      <header className="access-part-head">
        <h2>{words.user.sessions}</h2>
        {me.admin && me.id !== user.id && data && data.records.length > 1 ? (
          <WriteButton
            small
            isDisabled={endAll.isPending}
            onPress={() => endAll.mutate(user.id, { onSuccess: (total) => notify({ text: words.user.ended(total) }) })}
          >
            {words.user.endAll}
          </WriteButton>
        ) : null}
      </header>
      {failed ? <Failed error={failed} again={() => void refetch()} /> : null}
      {data?.records.length === 0 ? <p className="dim">{words.user.noSessions}</p> : null}
      <ul className="own-list">
        {data?.records.map((session) => {
          const since = words.user.since(formats.dateTime(asText(session.createdOn)))
          return (
            <li key={session.id}>
              <span>{asText(session.agent) || words.user.session}</span>
              <span className="dim">
                {since} · {words.user.used(formats.dateTime(asText(session.usedOn)))}
              </span>
              {canEnd ? (
                <WriteButton
                  small
                  isDisabled={remove.isPending}
                  aria-label={words.user.endSession(since)}
                  onPress={() => end(session)}
                >
                  {words.user.end}
                </WriteButton>
              ) : null}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
