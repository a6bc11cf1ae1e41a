import { Button } from '../Button.tsx'
import { Dialog } from '../Dialog.tsx'
import { Notice } from '../Notice.tsx'
import { useShell } from '../../shell/Shell.tsx'
import { type ActionProps, faultsOf } from './ActionDrawer.tsx'
import { Given } from './Given.tsx'
import { OtherFailure, Refusal } from './Refusal.tsx'
import { useActionRun } from './useActionRun.ts'
import './action.css'

/** Runs an action that asks for nothing else: a sentence, and the button, beside which a refusal stands. */
export function ActionDialog({ offered, about, value, titles = [], onClose, onDone }: ActionProps) {
  const { words } = useShell()
  const { action, subject } = offered
  const run = useActionRun(offered, value, onDone)
  const { acted, error, faults } = run
  // A button that is disabled loses the focus, and with it the keys of the dialog.
  const send = () => {
    if (!run.isPending) run.send(false)
  }
  return (
    <Dialog title={action.label} isOpen onClose={run.isDone ? run.end : onClose}>
      {about === undefined ? null : <p>{about}</p>}
      {action.help ? <p className="dim">{action.help}</p> : null}
      {(subject ? faultsOf(subject.name, faults, titles) : []).map((fault) => (
        <p key={fault} className="act-fault">
          {fault}
        </p>
      ))}
      <OtherFailure error={error} />
      {acted ? (
        <>
          <Notice tone="good" icon="check">
            {words.action.done(action.label)}
          </Notice>
          <Given fields={action.gives} given={acted.given} />
        </>
      ) : null}
      <div className="dialog-actions">
        <Refusal label={action.label} error={error} />
        {run.isDone ? (
          <Button weight="primary" autoFocus onPress={run.end}>
            {words.action.close}
          </Button>
        ) : (
          <>
            <Button onPress={onClose}>{words.action.cancel}</Button>
            <Button weight="primary" autoFocus onPress={send}>
              {run.isPending ? words.action.running : action.label}
            </Button>
          </>
        )}
      </div>
    </Dialog>
  )
}
