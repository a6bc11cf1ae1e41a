import type { RightsChange } from '../../../service/AccessService.ts'
import { useSession, useShell } from '../../../shell/Shell.tsx'
import './rule.css'

/** What a change of rules does to what others see: how many records appear and disappear for whom, and which fields. */
export function RightsChanges({ changes }: { readonly changes: readonly RightsChange[] | undefined }) {
  const { words } = useShell()
  if (changes === undefined) return <p>{words.rule.hidden}</p>
  if (changes.length === 0) return <p>{words.rule.nothing}</p>
  return (
    <ul className="rights-changes">
      {changes.map((change) => (
        <Change key={`${change.role} ${change.model} ${change.username ?? ''}`} change={change} />
      ))}
    </ul>
  )
}

function Change({ change: { role, model: name, username, records, fields } }: { readonly change: RightsChange }) {
  const { words } = useShell()
  const { find } = useSession()
  const model = find(name)
  const labels = (names: readonly string[]) =>
    names.map((each) => model?.fields.find((field) => field.name === each)?.label ?? each).join(', ')
  return (
    <li>
      <p>
        <strong>{model?.label ?? name}</strong>{' '}
        <span className="dim">{username ? words.rule.oneUser(role, username) : words.rule.everyUser(role)}</span>
      </p>
      {records ? (
        <p className="rights-counts">
          <span className={records.appear > 0 ? 'rights-appear' : 'dim'}>+ {words.rule.appears(records.appear)}</span>
          <span className={records.disappear > 0 ? 'rights-disappear' : 'dim'}>
            − {words.rule.disappears(records.disappear)}
          </span>
          <span className="dim">{words.rule.fromTo(records.before, records.after)}</span>
        </p>
      ) : null}
      {fields.appear.length > 0 ? <p>+ {words.rule.newFields(labels(fields.appear))}</p> : null}
      {fields.disappear.length > 0 ? <p>− {words.rule.lostFields(labels(fields.disappear))}</p> : null}
    </li>
  )
}
