import { Button } from '../../component/Button.tsx'
import { Notice } from '../../component/Notice.tsx'
import { useNewVersion } from '../../query/newVersion.ts'
import { useAway, useSessionEnd } from '../../query/sessionQueries.ts'
import type { Me } from '../../service/Me.ts'
import { failureWords } from '../../shell/failureWords.ts'
import { useShell } from '../../shell/Shell.tsx'
import './session-states.css'

const twoMinutes = 120_000

/**
 * What can happen behind any screen: the session is about to end, or the service can't be reached. The screen stays as
 * it is, with everything that was typed.
 */
export function SessionStates({ me }: { readonly me: Me }) {
  const { service, words, formats, script, notify } = useShell()
  const away = useAway(service)
  const isOld = useNewVersion(service, script)
  const { left, endsAt, canStay, stay } = useSessionEnd(service, me, twoMinutes)
  const onStay = () => stay().catch((error: unknown) => notify({ text: failureWords(error, words) }))
  const when = formats.dateTime(endsAt.toISOString())
  return (
    <div className="session-bars">
      {away ? (
        <Notice tone="plain" icon="away">
          {words.states[away]}
        </Notice>
      ) : null}
      {isOld && !away ? (
        <Notice
          tone="plain"
          icon="restore"
          actions={
            <Button small onPress={() => location.reload()}>
              {words.states.reload}
            </Button>
          }
        >
          {words.states.newVersion}
        </Notice>
      ) : null}
      {left > 0 && left <= twoMinutes ? (
        <Notice
          tone="plain"
          icon="logout"
          actions={
            canStay ? (
              <Button small weight="primary" onPress={() => void onStay()}>
                {words.states.stay}
              </Button>
            ) : null
          }
        >
          {canStay ? words.states.ending(when) : words.states.endingFully(when)}
        </Notice>
      ) : null}
    </div>
  )
}
