import { allAccessChanges } from '../../route/accessRoutes.ts'
import { toUrl } from '../../route/toUrl.ts'
import { roleModel, ruleModel, userModel } from '../../meta/ownModels.ts'
import { Empty } from '../../component/Notice.tsx'
import { useAll } from '../../query/accessQueries.ts'
import { readRule, ruleFields } from '../../rights/Rule.ts'
import { Failed } from '../../component/Failed.tsx'
import { useSession, useShell } from '../../shell/Shell.tsx'
import { Legend } from './Extents.tsx'
import { FileRoles, Matrix } from './Matrix.tsx'
import { UserList } from './UserList.tsx'

/** Who may do what: roles and models, and the users. */
export function AccessScreen() {
  const { service, words } = useShell()
  const { me, find } = useSession()
  const roles = useAll(service, roleModel, ['name'])
  const rules = useAll(service, ruleModel, ruleFields)
  const failed = [roles, rules].find(({ error }) => error)
  const canCreate = (model: string) => (find(model)?.may.create ?? 'none') !== 'none'
  const newOf = (model: string, set = {}) => toUrl({ screen: 'new', model, from: undefined, set })
  const hasKinds = find(userModel)?.fields.some(({ name, may }) => name === 'kind' && may?.read !== 'none') ?? false
  return (
    <div className="access page">
      <header className="access-head">
        <h1>{words.access.title}</h1>
        <nav className="access-links" aria-label={words.access.title}>
          <a href={toUrl({ screen: 'why', user: '', model: '', id: undefined, action: '' })}>{words.access.ask}</a>
          {me.admin ? <a href={toUrl(allAccessChanges)}>{words.trail.title}</a> : null}
          {canCreate(roleModel) ? <a href={newOf(roleModel)}>{words.access.newRole}</a> : null}
          {canCreate(userModel) ? <a href={newOf(userModel)}>{words.access.newUser}</a> : null}
          {hasKinds && canCreate(userModel) ? (
            <a href={newOf(userModel, { kind: 'service' })}>{words.access.newService}</a>
          ) : null}
        </nav>
      </header>
      {failed?.error ? <Failed error={failed.error} again={() => void failed.refetch()} /> : null}
      <section className="access-part">
        <h2>{words.access.roles}</h2>
        <p className="dim">{words.access.lead}</p>
        {roles.data && rules.data ? (
          roles.data.length === 0 ? (
            <Empty icon="key" title={words.access.noRoles} />
          ) : (
            <>
              <Legend />
              <FileRoles roles={roles.data} />
              <Matrix roles={roles.data} rules={rules.data.map(readRule)} />
              <p className="dim">{words.access.everybody}</p>
            </>
          )
        ) : (
          <div className="access-waiting" />
        )}
      </section>
      {hasKinds ? <UserList kind="person" /> : <UserList />}
      {hasKinds ? <UserList kind="service" /> : null}
    </div>
  )
}
