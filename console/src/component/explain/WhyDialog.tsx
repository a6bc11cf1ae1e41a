import { toUrl } from '../../route/toUrl.ts'
import type { FieldMeta, ModelMeta } from '../../meta/ModelMeta.ts'
import { Button } from '../Button.tsx'
import { Dialog } from '../Dialog.tsx'
import { useExplanation } from '../../query/recordQueries.ts'
import { Failed } from '../Failed.tsx'
import { useSession, useShell } from '../../shell/Shell.tsx'
import { useSubject } from '../../shell/useSubject.ts'
import { Ask } from './Ask.tsx'
import { Explained } from './Explained.tsx'

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
  instead,
  onClose,
}: {
  readonly model: ModelMeta
  readonly id: number | undefined
  /** Undefined while the dialog is closed. */
  readonly about: WhyAbout | undefined
  /** A reason that has nothing to do with rules. */
  readonly instead?: string | undefined
  readonly onClose: () => void
}) {
  const { service, words } = useShell()
  const { me } = useSession()
  const action = about?.action ?? 'read'
  const isAsked = about !== undefined && instead === undefined
  const { data, error } = useExplanation(service, model.name, id, action, isAsked)
  const what = useSubject(model, id, isAsked)
  const verb = words.why.actions[action] ?? action
  const field = about?.field
  const isAllowed = data?.allowed === true && field === undefined
  return (
    <Dialog title={words.why.title(verb, what)} isOpen={about !== undefined} onClose={onClose}>
      {instead ? <p>{instead}</p> : null}
      {error ? <Failed error={error} /> : null}
      {data && isAsked ? (
        <>
          <Explained explanation={data} model={model} field={field} user={words.access.own} />
          {me.admin ? (
            <a href={toUrl({ screen: 'why', user: '', model: model.name, id, action })}>{words.whyScreen.another}</a>
          ) : null}
          {isAllowed || me.admin ? null : <Ask verb={verb} what={field ? `${field.label} · ${what}` : what} />}
        </>
      ) : null}
      <div className="dialog-actions">
        <Button onPress={onClose}>{words.why.close}</Button>
      </div>
    </Dialog>
  )
}
