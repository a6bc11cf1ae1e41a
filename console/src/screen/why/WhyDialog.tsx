import { useState } from 'react'
import { conditionWords } from '../../rights/conditionWords.ts'
import type { Explanation, RuleTried } from '../../rights/Explanation.ts'
import type { FieldMeta, Json, ModelMeta } from '../../meta/ModelMeta.ts'
import { Button } from '../../part/Button.tsx'
import { Dialog } from '../../part/Dialog.tsx'
import { Icon } from '../../part/Icon.tsx'
import { useExplanation } from '../../query/recordQueries.ts'
import { Failed } from '../Failed.tsx'
import { useSession, useShell } from '../Shell.tsx'
import './why.css'

/** What is asked about: an action, and a field where it is about one. */
export interface WhyAbout {
  readonly action: 'read' | 'create' | 'update' | 'delete'
  readonly field?: FieldMeta
}

/** Why something may be done or not: the sentence of the service, the rules that were tried, and whom to ask. */
export function WhyDialog({
  model,
  id,
  about,
  onClose,
}: {
  readonly model: ModelMeta
  readonly id: number | undefined
  /** Undefined while the dialog is closed. */
  readonly about: WhyAbout | undefined
  readonly onClose: () => void
}) {
  const { service, words } = useShell()
  const action = about?.action ?? 'read'
  const { data, error } = useExplanation(service, model.name, id, action, about !== undefined)
  const what = id === undefined ? model.label : `${model.label} #${id}`
  const verb = words.why.actions[action] ?? action
  return (
    <Dialog title={words.why.title(verb, what)} isOpen={about !== undefined} onClose={onClose}>
      {error ? <Failed error={error} /> : null}
      {data ? <Explained explanation={data} model={model} field={about?.field} verb={verb} what={what} /> : null}
      <div className="dialog-actions">
        <Button onPress={onClose}>{words.why.close}</Button>
      </div>
    </Dialog>
  )
}

function Explained({
  explanation: { allowed, why, rules },
  model,
  field,
  verb,
  what,
}: {
  readonly explanation: Explanation
  readonly model: ModelMeta
  readonly field: FieldMeta | undefined
  readonly verb: string
  readonly what: string
}) {
  const { words } = useShell()
  const isAllowed = allowed === true && field === undefined
  const answer = isAllowed ? words.why.yes : allowed === 'some' ? words.why.some : words.why.no
  return (
    <>
      <p>
        <strong>{answer}</strong> {field && allowed !== false ? words.why.field(field.label) : why}
      </p>
      <h3 className="why-title">{rules.length > 0 ? words.why.rules : words.why.noRules}</h3>
      <ul className="why-rules">
        {rules.map((rule, index) => (
          <Rule key={`${rule.id}${index}`} rule={rule} model={model} />
        ))}
      </ul>
      {isAllowed ? null : <Ask verb={verb} what={field ? `${field.label} · ${what}` : what} />}
    </>
  )
}

function Rule({ rule, model }: { readonly rule: RuleTried; readonly model: ModelMeta }) {
  const { words } = useShell()
  const { find } = useSession()
  const { role, allows, condition, conditional, fields, met, clauses } = rule
  const inWords = (criterion: Json) => conditionWords(criterion, model, find, words)
  const labels = fields?.map((name) => model.fields.find((field) => field.name === name)?.label ?? name)
  const state =
    met === undefined ? undefined : met === null ? words.why.notAllowed : met ? words.why.met : words.why.notMet
  return (
    <li>
      <span>
        <strong>{role ?? words.why.everybody}</strong>{' '}
        {words.why.rule(allows.map((action) => words.why.actions[action] ?? action).join(', '))}
        {condition === undefined || condition === null ? '' : ` ${words.why.where} ${inWords(condition)}`}
        {conditional ? ` ${words.why.hidden}` : ''}
        {labels ? ` · ${words.why.fields(labels.join(', '))}` : ''}
      </span>
      {state ? (
        <span className="why-state" data-met={met === true || undefined}>
          <Icon name={met === true ? 'check' : 'clear'} size={14} />
          {state}
        </span>
      ) : null}
      {clauses && clauses.length > 1 ? (
        <ul className="why-clauses">
          {clauses.map((clause, index) => (
            <li key={`${index}${clause.met}`}>
              {inWords(clause.criterion)}: {clause.met ? words.why.met : words.why.notMet}
            </li>
          ))}
        </ul>
      ) : null}
    </li>
  )
}

/** Whom to ask, with a text to send. */
function Ask({ verb, what }: { readonly verb: string; readonly what: string }) {
  const { words } = useShell()
  const { me } = useSession()
  const [isCopied, setCopied] = useState(false)
  const text = words.why.request(me.username, verb, what, location.href)
  return (
    <div className="why-ask">
      <p>{words.why.ask}</p>
      <p className="why-text">{text}</p>
      <Button
        small
        icon={<Icon name={isCopied ? 'check' : 'copy'} size={14} />}
        onPress={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}
      >
        {isCopied ? words.record.copied : words.why.copy}
      </Button>
    </div>
  )
}
