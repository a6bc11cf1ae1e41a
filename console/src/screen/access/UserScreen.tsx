import { allAccessChanges } from '../../route/accessRoutes.ts'
import { withAs } from '../../route/seeAs.ts'
import { toUrl } from '../../route/toUrl.ts'
import { asText } from '../../field/kinds.ts'
import type { ModelMeta, RecordJson } from '../../meta/ModelMeta.ts'
import { keyModel, sessionModel, userModel } from '../../meta/ownModels.ts'
import { KeyList } from '../../component/credentials/KeyList.tsx'
import { Logins } from '../../component/credentials/Logins.tsx'
import { SessionList } from '../../component/credentials/SessionList.tsx'
import { Empty } from '../../component/Notice.tsx'
import { useOpened } from '../../query/recordQueries.ts'
import { useSendsLinks } from '../../query/queries.ts'
import { isFailure } from '../../service/isFailure.ts'
import type { RecordMay } from '../../service/Service.ts'
import { Failed, FailedPage } from '../../component/Failed.tsx'
import { useSession, useShell } from '../../shell/Shell.tsx'
import { Directory } from './Directory.tsx'
import { InviteButton } from './InviteButton.tsx'
import { UserMay } from './UserMay.tsx'
import { UserRights } from './UserRights.tsx'

/** One user: roles, sessions, keys, logins, and what they may do. */
export function UserScreen({ id }: { readonly id: number }) {
  const { find } = useSession()
  const { words } = useShell()
  const model = find(userModel)
  return model ? <Known id={id} model={model} /> : <Empty icon="missing" title={words.failure.notFound} />
}

function Known({ id, model }: { readonly id: number; readonly model: ModelMeta }) {
  const { service, words } = useShell()
  const { me, find } = useSession()
  const fields = model.fields.filter((field) => !field.secret && field.may?.read !== 'none').map(({ name }) => name)
  const { data, error, refetch } = useOpened(service, model, id, fields)
  if (isFailure(error, 'record-not-found')) return <Empty icon="missing" title={words.failure.notFound} />
  const again = () => void refetch()
  if (!data) return error ? <FailedPage error={error} again={again} /> : <div className="access-waiting" />
  const { record: user, may } = data
  const username = asText(user.username)
  const isKnown = (name: string) => (find(name)?.may.read ?? 'none') !== 'none'
  return (
    <div className="access page">
      {error ? <Failed error={error} again={again} /> : null}
      <header className="access-head">
        <div>
          <a className="record-model" href={toUrl({ screen: 'access' })}>
            {words.access.title}
          </a>
          <h1>{username}</h1>
          <p className="dim">{asText(user.name)}</p>
          {user.kind === 'service' ? <p className="dim">{words.user.service}</p> : null}
        </div>
        <UserLinks user={user} may={may} />
      </header>
      <Directory user={user} may={may} />
      <UserRights user={user} may={may} />
      {isKnown(sessionModel) && user.kind !== 'service' ? <SessionList user={user} /> : null}
      {isKnown(keyModel) ? <KeyList user={user} /> : null}
      {user.kind !== 'service' && (me.admin || me.id === id) ? <Logins user={{ id, username }} /> : null}
      {me.admin ? <UserMay user={user} /> : null}
    </div>
  )
}

/** What else there is to do about a user. */
function UserLinks({ user, may }: { readonly user: RecordJson; readonly may: RecordMay | undefined }) {
  const { service, words } = useShell()
  const { me } = useSession()
  const sendsLinks = useSendsLinks(service)
  const { id } = user
  const username = asText(user.username)
  const canInvite = sendsLinks && may?.fields.includes('password') && user.email && user.disabled !== true
  const isTold = me.admin && !me.seenBy
  return (
    <nav className="access-links" aria-label={username}>
      {canInvite ? <InviteButton user={user} /> : null}
      <a href={toUrl({ screen: 'record', model: userModel, id })}>{words.user.edit}</a>
      {isTold ? <a href={toUrl({ ...allAccessChanges, model: userModel, record: id })}>{words.trail.title}</a> : null}
      {me.admin ? (
        <a href={toUrl({ screen: 'why', user: username, model: '', id: undefined, action: '' })}>{words.access.ask}</a>
      ) : null}
      {isTold && user.disabled !== true ? (
        <a href={withAs(toUrl({ screen: 'home' }), username)}>{words.seeAs.start(username)}</a>
      ) : null}
    </nav>
  )
}
