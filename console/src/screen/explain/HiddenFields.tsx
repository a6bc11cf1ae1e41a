import type { ModelMeta } from '../../meta/ModelMeta.ts'
import type { Explanation } from '../../rights/Explanation.ts'
import { useShell } from '../../shell/Shell.tsx'
import '../../component/explain/why.css'

/** What administrators learn as well: the fields that the user does not see, and the rules that have no effect. */
export function HiddenFields({
  explanation: { hiddenFields, broken = [] },
  model,
}: {
  readonly explanation: Explanation
  readonly model: ModelMeta
}) {
  const { words } = useShell()
  const labels = (names: readonly string[] = []) =>
    names.map((name) => model.fields.find((field) => field.name === name)?.label ?? name).join(', ')
  const [never, sometimes] = [labels(hiddenFields?.never), labels(hiddenFields?.sometimes)]
  return (
    <>
      {never === '' ? null : <p className="dim">{words.whyScreen.never(never)}</p>}
      {hiddenFields?.why?.map((sentence) => (
        <p key={sentence} className="dim">
          {sentence}
        </p>
      ))}
      {sometimes === '' ? null : <p className="dim">{words.whyScreen.sometimes(sometimes)}</p>}
      {broken.map(({ rule, why }) => (
        <p key={why} className="why-broken">
          {words.whyScreen.broken(rule.role ?? words.why.everybody, why)}
        </p>
      ))}
    </>
  )
}
