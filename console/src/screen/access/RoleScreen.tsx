import { toUrl } from '../../route/toUrl.ts'
import { asText } from '../../field/kinds.ts'
import { roleModel, ruleModel } from '../../meta/ownModels.ts'
import { Empty, Notice } from '../../component/Notice.tsx'
import { useAll } from '../../query/accessQueries.ts'
import { readRule, type Rule, ruleFields } from '../../rights/Rule.ts'
import { ruleWords } from '../../rights/ruleWords.ts'
import { Failed, FailedPage } from '../../component/Failed.tsx'
import { useSession, useShell } from '../../shell/Shell.tsx'
import { coverageWords } from '../../rights/coverageWords.ts'
import { Legend } from './Extents.tsx'
import { FileMark } from './FileMark.tsx'
import { RoleModels } from './Matrix.tsx'
import { UserList } from './UserList.tsx'
import { useRuleContext } from './useRuleContext.ts'

/** One role: its rules in words, what they come to, and who has it. */
export function RoleScreen({ id }: { readonly id: number }) {
  const { service, words } = useShell()
  const { models, find, declaredRoles } = useSession()
  const hasHelp = find(roleModel)?.fields.some(({ name }) => name === 'help') ?? false
  const roles = useAll(service, roleModel, hasHelp ? ['name', 'help'] : ['name'])
  const stored = useAll(service, ruleModel, ruleFields)
  const failed = [roles, stored].find(({ error }) => error)
  const role = roles.data?.find((each) => each.id === id)
  const again = () => void failed?.refetch()
  if (!roles.data || !stored.data)
    return failed?.error ? <FailedPage error={failed.error} again={again} /> : <div className="access-waiting" />
  if (!role) return <Empty icon="missing" title={words.failure.notFound} />
  const rules = stored.data.map(readRule).filter((rule) => rule.role === id)
  const name = asText(role.name)
  const isFromFile = declaredRoles.includes(name)
  const canAdd = !isFromFile && (find(ruleModel)?.may.create ?? 'none') !== 'none'
  const newRule = toUrl({ screen: 'new', model: ruleModel, from: undefined, set: { role: String(id) } })
  return (
    <div className="access page">
      {failed?.error ? <Failed error={failed.error} again={again} /> : null}
      <header className="access-head">
        <div>
          <a className="record-model" href={toUrl({ screen: 'access' })}>
            {words.access.title}
          </a>
          <h1>
            {name} <FileMark role={name} />
          </h1>
          {role.help ? <p className="dim">{asText(role.help)}</p> : null}
        </div>
        <nav className="access-links" aria-label={name}>
          <a href={toUrl({ screen: 'record', model: roleModel, id })}>{words.access.editRole}</a>
          {canAdd ? <a href={newRule}>{words.access.newRule}</a> : null}
        </nav>
      </header>
      {isFromFile ? (
        <Notice tone="plain" icon="file">
          {words.access.fileOwns(name)}
        </Notice>
      ) : null}
      <section className="access-part">
        <h2>{words.access.rules}</h2>
        {rules.length === 0 ? <p className="dim">{words.access.noRules}</p> : null}
        <ul className="rule-list">
          {rules.map((rule) => (
            <RuleLine key={rule.id} rule={rule} isFixed={isFromFile} />
          ))}
        </ul>
      </section>
      {rules.length === 0 ? null : (
        <section className="access-part">
          <h2>{words.access.together}</h2>
          <Legend />
          <RoleModels models={models} rules={rules} />
        </section>
      )}
      <UserList role={id} />
    </div>
  )
}

function RuleLine({ rule, isFixed }: { readonly rule: Rule; readonly isFixed: boolean }) {
  const { words } = useShell()
  const { find } = useSession()
  const context = useRuleContext(rule, words.access.theUser)
  const about = coverageWords(rule.model, find(rule.model), words.access)
  const text = ruleWords(rule, context)
  return (
    <li>
      <p>
        <strong>{about}</strong>: {text}
      </p>
      {isFixed ? null : (
        <a
          href={toUrl({ screen: 'record', model: ruleModel, id: rule.id })}
          aria-label={words.access.editRule(`${about}: ${text}`)}
        >
          {words.access.edit}
        </a>
      )}
    </li>
  )
}
