import { useState } from 'react'
import { asText, kinds } from '../../field/kinds.ts'
import type { RecordJson } from '../../meta/ModelMeta.ts'
import { roleModel } from '../../meta/ownModels.ts'
import { Button } from '../../component/Button.tsx'
import { Dialog } from '../../component/Dialog.tsx'
import { Switch } from '../../component/Switch.tsx'
import type { RecordMay } from '../../service/Service.ts'
import { Failed } from '../../component/Failed.tsx'
import { ReferencePicker } from '../../component/form/ReferencePicker.tsx'
import { useSession, useShell } from '../../shell/Shell.tsx'
import { useUserWrite } from './useUserWrite.ts'
import '../../component/form/section.css'

const roles = { name: 'roles', type: 'links', label: '', target: roleModel } as const

type Step = 'makeAdmin' | 'noAdmin' | 'disable' | 'enable'

/** The roles of a user, which are given and taken at once, and the two flags, which are asked about first. */
export function UserRights({ user, may }: { readonly user: RecordJson; readonly may: RecordMay | undefined }) {
  const { words } = useShell()
  const [step, setStep] = useState<Step | undefined>()
  const username = asText(user.username)
  const { write, isBusy, error } = useUserWrite(user, username)
  const { me } = useSession()
  const canSet = (field: string) => !isBusy && !me.seenBy && (may?.fields.includes(field) ?? false)
  const flag = (field: 'admin' | 'disabled', on: Step, off: Step) => (
    <Switch
      label={words.user[field]}
      help={field === 'admin' ? words.user.adminHelp : words.user.disabledHelp}
      isSelected={user[field] === true}
      shown={user[field] === true ? words.value.yes : words.value.no}
      readOnly={!canSet(field)}
      onChange={(isOn) => setStep(isOn ? on : off)}
    />
  )
  const confirm = () => {
    const field = step === 'makeAdmin' || step === 'noAdmin' ? 'admin' : 'disabled'
    write({ [field]: step === 'makeAdmin' || step === 'disable' }, { [field]: user[field] ?? null })
    setStep(undefined)
  }
  const sent = (value: RecordJson[string]) => {
    const reading = kinds.links.read(value, roles, words)
    return 'value' in reading ? reading.value : []
  }
  return (
    <section className="access-part">
      <h2>{words.user.rights}</h2>
      {error ? <Failed error={error} /> : null}
      <div className="record-section">
        <ReferencePicker
          label={words.user.roles}
          field={roles}
          value={user.roles ?? []}
          readOnly={!canSet('roles')}
          onChange={(value) => write({ roles: sent(value) }, { roles: sent(user.roles ?? []) })}
        />
        {flag('admin', 'makeAdmin', 'noAdmin')}
        {flag('disabled', 'disable', 'enable')}
      </div>
      <Dialog
        title={step ? words.user.asks[step](username) : ''}
        isOpen={step !== undefined}
        onClose={() => setStep(undefined)}
      >
        <p>{step ? words.user.tells[step] : ''}</p>
        <div className="dialog-actions">
          <Button onPress={() => setStep(undefined)}>{words.user.cancel}</Button>
          <Button weight="primary" onPress={confirm}>
            {step ? words.user.does[step] : ''}
          </Button>
        </div>
      </Dialog>
    </section>
  )
}
