import { toUrl } from '../../route/toUrl.ts'
import { asText } from '../../field/kinds.ts'
import type { Action, Extent, ModelMeta, RecordJson } from '../../meta/ModelMeta.ts'
import { useMayOf } from '../../query/accessQueries.ts'
import { describedExtent } from '../../rights/matrix.ts'
import { actions } from '../../rights/Rule.ts'
import { Failed } from '../../component/Failed.tsx'
import { useSession, useShell } from '../../shell/Shell.tsx'

/** What a user may do with the records of each model, as the service says it of them; each mark leads to why. */
export function UserMay({ user }: { readonly user: RecordJson }) {
  const { service, words } = useShell()
  const { models } = useSession()
  const username = asText(user.username)
  const isAsked = user.disabled !== true && user.admin !== true
  const { data, error, refetch } = useMayOf(service, username, isAsked)
  const extentOf = (model: ModelMeta, action: Action) =>
    describedExtent(
      data?.find(({ name }) => name === model.name),
      model,
      action,
    )
  return (
    <section className="access-part">
      <h2>{words.user.may}</h2>
      <p className="dim">
        {user.disabled === true ? words.user.mayNothing : user.admin === true ? words.user.mayAll : words.user.mayLead}
      </p>
      {error ? <Failed error={error} again={() => void refetch()} /> : null}
      {data ? (
        <ul className="role-models">
          {models.map((model) => (
            <li key={model.name}>
              <span>{model.label}</span>
              <span className="extents">
                {actions.map((action) => (
                  <Mark
                    key={action}
                    action={action}
                    extent={extentOf(model, action)}
                    label={model.label}
                    to={toUrl({ screen: 'why', user: username, model: model.name, id: undefined, action })}
                  />
                ))}
              </span>
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  )
}

function Mark({
  action,
  extent,
  label,
  to,
}: {
  readonly action: Action
  readonly extent: Extent
  readonly label: string
  readonly to: string
}) {
  const { words } = useShell()
  const { access } = words
  const text = words.user.whyCell(access.actions[action], access.extents[extent], label)
  return (
    <a className="extent extent-link" data-extent={extent} href={to} aria-label={text} title={text}>
      <span aria-hidden="true">{extent === 'none' ? '–' : access.letters[action]}</span>
    </a>
  )
}
