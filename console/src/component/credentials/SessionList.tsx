import { findParameters, listOf } from '../../route/ListRoute.ts'
import { asText } from '../../field/kinds.ts'
import type { RecordJson } from '../../meta/ModelMeta.ts'
import { sessionModel } from '../../meta/ownModels.ts'
import { useEndSessionsOf } from '../../query/accessQueries.ts'
import { useDelete, useEndSessions, useLoginMethods, usePage } from '../../query/queries.ts'
import { Failed } from '../Failed.tsx'
import { useSession, useShell } from '../../shell/Shell.tsx'
import { WriteButton } from '../WriteButton.tsx'
import { readAgent } from './readAgent.ts'
import './credentials.css'

/** The sessions of a user, each of which can be ended; of one's own all but the one that asks. */
export function SessionList({ user }: { readonly user: { readonly id: number } }) {
  const { service, words, newKey, notify } = useShell()
  const { me, find } = useSession()
  const where = JSON.stringify({ fieldName: 'user', operator: '=', value: user.id })
  const fields = ['agent', 'network', 'method', 'provider', 'usedOn', 'createdOn']
  const route = listOf(sessionModel, { where, fields, sortBy: ['-createdOn'], limit: 100 })
  const { data, error, refetch } = usePage(service, sessionModel, findParameters(route))
  const remove = useDelete(service, sessionModel)
  const isOwn = me.id === user.id
  const canEnd = (find(sessionModel)?.may.delete ?? 'none') !== 'none'
  const endAll = useEndAll(user.id, isOwn)
  const failed = error ?? remove.error ?? endAll.error
  const end = (record: RecordJson) =>
    remove.mutate({ record, key: newKey() }, { onSuccess: () => notify({ text: words.user.sessionEnded }) })
  // A session does not know its id; its beginning is exact to the millisecond.
  const isThis = ({ createdOn }: RecordJson) => isOwn && createdOn === me.session?.since
  const canEndAll = (isOwn || me.admin) && data && data.records.length > 1
  return (
    <section className="credentials">
      <header className="credentials-head">
        <h2>{words.user.sessions}</h2>
        {canEndAll ? (
          <WriteButton small isDisabled={endAll.isPending} onPress={endAll.run}>
            {isOwn ? words.user.endOthers : words.user.endAll}
          </WriteButton>
        ) : null}
      </header>
      {failed ? <Failed error={failed} again={() => void refetch()} /> : null}
      {data?.records.length === 0 ? <p className="dim">{words.user.noSessions}</p> : null}
      <ul>
        {data?.records.map((session) => (
          <Session
            key={session.id}
            session={session}
            isThis={isThis(session)}
            onEnd={canEnd && !remove.isPending ? () => end(session) : undefined}
          />
        ))}
      </ul>
    </section>
  )
}

interface SessionProps {
  readonly session: RecordJson
  readonly isThis: boolean
  readonly onEnd: (() => void) | undefined
}

function Session({ session, isThis, onEnd }: SessionProps) {
  const { service, words, formats } = useShell()
  const { data: methods } = useLoginMethods(service)
  const since = words.user.since(formats.dateTime(asText(session.createdOn)))
  const agent = asText(session.agent)
  const known = readAgent(agent)
  const provider = asText(session.provider)
  const label = methods?.providers.find(({ name }) => name === provider)?.label ?? provider
  const parts = [label, asText(session.network), since]
  return (
    <li>
      <span>{known ? words.user.agent(known.browser, known.system) : agent || words.user.session}</span>
      <span className="credentials-about dim">
        {parts.filter((part) => part !== '').join(' · ')} · {words.user.used(formats.dateTime(asText(session.usedOn)))}
      </span>
      {isThis ? (
        <span className="dim">{words.user.thisSession}</span>
      ) : onEnd ? (
        <WriteButton small aria-label={words.user.endSession(since)} onPress={onEnd}>
          {words.user.end}
        </WriteButton>
      ) : null}
    </li>
  )
}

/** The end of all sessions, or of one's own others. It outlives the button, which goes with the last of them. */
function useEndAll(user: number, isOwn: boolean) {
  const { service, words, notify } = useShell()
  const endOf = useEndSessionsOf(service)
  const endOthers = useEndSessions(service)
  const onSuccess = (total: number) => notify({ text: words.user.ended(total) })
  return {
    error: endOf.error ?? endOthers.error,
    isPending: endOf.isPending || endOthers.isPending,
    run: () => (isOwn ? endOthers.mutate(undefined, { onSuccess }) : endOf.mutate(user, { onSuccess })),
  }
}
