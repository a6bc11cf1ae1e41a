import { useMemo, useState } from 'react'
import { ComboBox } from '../../component/ComboBox.tsx'
import { useChangeMe } from '../../query/queries.ts'
import { failureWords } from '../../shell/failureWords.ts'
import { useSession, useShell } from '../../shell/Shell.tsx'

/** How many zones are offered at once; others are found by typing. */
const most = 50

/** The time zone of one's account. Without one, times are shown in the browser's. */
export function TimeZoneChoice() {
  const { words, formats, service, notify } = useShell()
  const { me } = useSession()
  const change = useChangeMe(service)
  const [text, setText] = useState<string | undefined>()
  const zones = useMemo(() => Intl.supportedValuesOf('timeZone').map((label, id) => ({ id, label })), [])
  const chosen = me.timeZone ?? ''
  const asked = foldZone(text ?? '')
  return (
    <section className="me-form">
      <ComboBox
        label={words.me.timeZone}
        help={chosen === '' ? words.me.timeZoneOfBrowser(formats.timeZone) : words.me.timeZoneHelp}
        readOnly={me.seenBy !== undefined}
        selected={zones.find(({ label }) => label === chosen)?.id ?? null}
        text={text ?? chosen}
        options={zones.filter(({ label }) => foldZone(label).includes(asked)).slice(0, most)}
        isKnown
        none={words.me.noTimeZone}
        clear={words.list.clear}
        onOpen={() => undefined}
        onText={setText}
        onChoose={(zone) => {
          setText(undefined)
          const onError = (error: Error) => notify({ text: failureWords(error, words) })
          change.mutate({ timeZone: zone?.label ?? null }, { onError })
        }}
      />
    </section>
  )
}

/** `new york` finds `America/New_York`. */
function foldZone(text: string): string {
  return text.toLowerCase().replaceAll('_', ' ')
}
