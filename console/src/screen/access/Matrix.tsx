import { toUrl } from '../../route/toUrl.ts'
import { titleOfLink } from '../../field/titleOfLink.ts'
import type { ModelMeta, RecordJson } from '../../meta/ModelMeta.ts'
import { Icon } from '../../component/Icon.tsx'
import { extentsOf, modelsWithRules, rulesByRole } from '../../rights/matrix.ts'
import type { Rule } from '../../rights/Rule.ts'
import { useSession, useShell } from '../../shell/Shell.tsx'
import { useNarrow } from '../../shell/useNarrow.ts'
import { Extents } from './Extents.tsx'

interface MatrixProps {
  readonly roles: readonly RecordJson[]
  readonly rules: readonly Rule[]
}

/** Roles and models: what each role may do with the records of each model. On a narrow screen a part a role. */
export function Matrix(props: MatrixProps) {
  const isNarrow = useNarrow()
  return isNarrow ? <Parts {...props} /> : <Table {...props} />
}

function Table({ roles, rules }: MatrixProps) {
  const { words } = useShell()
  const { models } = useSession()
  const byRole = rulesByRole(rules)
  return (
    <div className="matrix" role="region" aria-label={words.access.matrix} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{words.access.model}</th>
            {roles.map((role) => (
              <th key={role.id} scope="col">
                <RoleLink role={role} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {modelsWithRules(models, rules).map((model) => (
            <tr key={model.name}>
              <th scope="row" title={model.name}>
                {model.label}
              </th>
              {roles.map((role) => (
                <td key={role.id}>
                  <Extents extents={extentsOf(byRole.get(role.id) ?? [], model.name)} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Parts({ roles, rules }: MatrixProps) {
  const { models } = useSession()
  const byRole = rulesByRole(rules)
  return (
    <div className="matrix-parts">
      {roles.map((role) => (
        <section key={role.id}>
          <h3>
            <RoleLink role={role} />
          </h3>
          <RoleModels models={models} rules={byRole.get(role.id) ?? []} />
        </section>
      ))}
    </div>
  )
}

/** What one role may do, model by model. */
export function RoleModels({
  models,
  rules,
}: {
  readonly models: readonly ModelMeta[]
  readonly rules: readonly Rule[]
}) {
  const { words } = useShell()
  if (rules.length === 0) return <p className="dim">{words.access.noRules}</p>
  return (
    <ul className="role-models">
      {modelsWithRules(models, rules).map(({ name, label }) => (
        <li key={name}>
          <span>{label}</span>
          <Extents extents={extentsOf(rules, name)} />
        </li>
      ))}
    </ul>
  )
}

/** Which of the roles come from files: said once, above them. */
export function FileRoles({ roles }: { readonly roles: readonly RecordJson[] }) {
  const { words } = useShell()
  const { declaredRoles } = useSession()
  const names = roles.flatMap(({ name }) => (typeof name === 'string' && declaredRoles.includes(name) ? [name] : []))
  if (names.length === 0) return null
  return (
    <p className="access-legend" title={words.access.fileOwns(names.join(', '))}>
      <span>
        <Icon name="file" size={12} /> {words.access.fileRoles(names.join(', '))}
      </span>
    </p>
  )
}

function RoleLink({ role }: { readonly role: RecordJson }) {
  return <a href={toUrl({ screen: 'role', id: role.id })}>{titleOfLink({ id: role.id, name: role.name ?? null })}</a>
}
