import type { UndoClash } from '@tabularium/client/undo'
import { toUrl } from '../../route/toUrl.ts'
import { showValue } from '../../field/kinds.ts'
import { faultWords } from '../../field/faultWords.ts'
import type { Json, ModelMeta } from '../../meta/ModelMeta.ts'
import { useSession, useShell } from '../../shell/Shell.tsx'
import { useRecordTitles } from '../../shell/useRecordTitles.ts'
import '../../component/bulk/bulk.css'
import './changes.css'

/** The records that do not go back, each with the reason; of fields that were changed since, the three values. */
export function Clashes({ clashes }: { readonly clashes: readonly UndoClash[] }) {
  const { find } = useSession()
  const titleOf = useRecordTitles(clashes)
  return (
    <ul className="undo-clashes">
      {clashes.map((clash) => {
        const { model: name, id } = clash
        return (
          <li key={`${name} ${id}`}>
            <a href={toUrl({ screen: 'history', model: name, id, at: undefined, with: undefined })}>{titleOf(clash)}</a>
            <span className="dim"> {find(name)?.label}</span>
            <Reason clash={clash} model={find(name)} />
          </li>
        )
      })}
    </ul>
  )
}

function Reason({ clash, model }: { readonly clash: UndoClash; readonly model: ModelMeta | undefined }) {
  const { words, formats } = useShell()
  const { reason, conflicts = [], by, on, message, errors = {} } = clash
  if (reason === 'refused' && Object.keys(errors).length > 0) return <Errors errors={errors} model={model} />
  if (reason === 'changed' && conflicts.length > 0) return <Conflicts conflicts={conflicts} model={model} />
  const who = by?.username ?? words.value.somebody
  return (
    <p>
      {reason === 'deleted'
        ? words.undo.reasons.deleted(who, formats.dateTime(on ?? ''))
        : reason === 'refused' || reason === 'only'
          ? message
          : words.undo.reasons[reason]}
    </p>
  )
}

/** What is wrong with each field of a record that was refused. */
function Errors({
  errors,
  model,
}: {
  readonly errors: NonNullable<UndoClash['errors']>
  readonly model: ModelMeta | undefined
}) {
  return (
    <ul className="undo-errors">
      {Object.entries(errors).map(([name, message]) => (
        <li key={name}>
          <FieldFault name={name} message={message} model={model} />
        </li>
      ))}
    </ul>
  )
}

function FieldFault({
  name,
  message,
  model,
}: {
  readonly name: string
  readonly message: string
  readonly model: ModelMeta | undefined
}) {
  const { words } = useShell()
  const field = model?.fields.find((each) => each.name === name)
  return (
    <>
      <b>{field?.label ?? name}</b> {model ? faultWords(message, field, model, words) : message}
    </>
  )
}

/** Fields that somebody has changed since: after the change, as they are now, and before it. */
function Conflicts({
  conflicts,
  model,
}: {
  readonly conflicts: NonNullable<UndoClash['conflicts']>
  readonly model: ModelMeta | undefined
}) {
  const { words, formats } = useShell()
  return (
    <table className="bulk-table">
      <thead>
        <tr>
          {[words.undo.field, words.undo.after, words.undo.current, words.undo.before].map((label) => (
            <th key={label} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {conflicts.map(({ field: name, secret, by, on, ...values }) => {
          const field = model?.fields.find((each) => each.name === name)
          const show = (value: 'base' | 'current' | 'yours') =>
            secret ? words.bulk.secret : field ? showValue(values[value] as Json, field, formats) : ''
          const who = by ? words.merge.by(by.username, formats.dateTime(on)) : undefined
          return (
            <tr key={name}>
              <th scope="row">{field?.label ?? name}</th>
              <td data-label={words.undo.after}>{show('base')}</td>
              <td data-label={words.undo.current} className="undo-theirs">
                {show('current')}
                {who ? <p className="dim">{who}</p> : null}
              </td>
              <td data-label={words.undo.before}>{show('yours')}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
