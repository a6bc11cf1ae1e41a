import { toUrl } from '../../route/toUrl.ts'
import type { UserWords } from '../../criteria/describeChip.ts'
import { ruleModel } from '../../meta/ownModels.ts'
import type { Action, FieldMeta, ModelMeta } from '../../meta/ModelMeta.ts'
import { Icon } from '../Icon.tsx'
import { chipsIn, conditionWords } from '../../rights/conditionWords.ts'
import type { Explanation, RuleTried } from '../../rights/Explanation.ts'
import { type RuleParts, ruleWords } from '../../rights/ruleWords.ts'
import { useChipContext } from '../../shell/useChipContext.ts'
import { useSession, useShell } from '../../shell/Shell.tsx'
import './why.css'

/** What the service says about a right: yes or no, the sentence, and the rules that were tried. */
export function Explained({
  explanation: { allowed, why, rules, action },
  model,
  field,
  user,
}: {
  readonly explanation: Explanation
  readonly model: ModelMeta
  readonly field: FieldMeta | undefined
  readonly user: UserWords
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
          <Tried key={`${rule.id}${index}`} rule={rule} model={model} action={action} user={user} />
        ))}
      </ul>
    </>
  )
}

function Tried({
  rule,
  model,
  action,
  user,
}: {
  readonly rule: RuleTried
  readonly model: ModelMeta
  readonly action: string
  readonly user: UserWords
}) {
  const { words } = useShell()
  const { find, declaredRoles } = useSession()
  const { role, condition = null, met, clauses } = rule
  const context = { ...useChipContext(model, chipsIn(condition)), user }
  const state =
    met === undefined ? undefined : met === null ? words.why.notAllowed : met ? words.why.met : words.why.notMet
  const canChange =
    rule.id !== null && !declaredRoles.includes(role ?? '') && (find(ruleModel)?.may.update ?? 'none') !== 'none'
  return (
    <li>
      <span>
        <strong>{role ?? words.why.everybody}</strong> {words.why.rule(ruleWords(partsOf(rule, action), context))}
      </span>
      {state ? (
        <span className="why-state" data-met={met === true || undefined}>
          <Icon name={met === true ? 'check' : 'clear'} size={14} />
          {state}
        </span>
      ) : null}
      {clauses && clauses.length > 0 ? (
        <ul className="why-clauses">
          {clauses.map((clause, index) => (
            <li key={`${index}${clause.met}`}>
              {conditionWords(clause.criterion, context)}: {clause.met ? words.why.met : words.why.notMet}
            </li>
          ))}
        </ul>
      ) : null}
      {canChange && rule.id !== null ? (
        <a href={toUrl({ screen: 'record', model: ruleModel, id: rule.id })}>{words.why.changeRule}</a>
      ) : null}
    </li>
  )
}

/** The parts of a rule that was tried: it knows the fields of the action that was asked about alone. */
function partsOf({ allows, condition, conditional, fields }: RuleTried, action: string): RuleParts {
  const isRead = action === 'read'
  return {
    allows: allows as readonly Action[],
    condition: conditional ? undefined : (condition ?? null),
    readFields: isRead ? fields : null,
    writeFields: isRead ? null : fields,
  }
}
