import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { readingKey } from '../../grid/readingKey.ts'
import { Icon } from '../../component/Icon.tsx'
import { useShell } from '../../shell/Shell.tsx'
import './form-tabs.css'

/** A tab of a form. */
interface FormTab {
  readonly label: string
  /** The fields in it. */
  readonly names: readonly string[]
  readonly content: ReactNode
}

/** The sections of a form in tabs. All of them are in the page, so that `focusInForm` finds what is at fault. */
export function FormTabs({
  tabs,
  faults,
}: {
  readonly tabs: readonly FormTab[]
  readonly faults: Readonly<Record<string, string>>
}) {
  const { words } = useShell()
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const [chosen, setChosen] = useState('')
  const at = Math.max(
    0,
    tabs.findIndex(({ label }) => label === chosen),
  )
  const hasFault = ({ names }: FormTab) => Object.keys(faults).some((name) => names.includes(name.split('.')[0] ?? ''))
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const to = targetOf(readingKey(event.key, event.currentTarget.matches(':dir(rtl)')), at, tabs.length)
    if (to === undefined) return
    event.preventDefault()
    setChosen(tabs[to]?.label ?? '')
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[to]?.focus()
  }
  return (
    <>
      <div ref={list} className="form-tabs" role="tablist" aria-label={words.record.sections} onKeyDown={onKeyDown}>
        {tabs.map((tab, index) => (
          <button
            key={tab.label}
            id={`${id}-tab-${index}`}
            type="button"
            role="tab"
            className="form-tab"
            aria-selected={index === at}
            aria-controls={`${id}-panel-${index}`}
            tabIndex={index === at ? 0 : -1}
            onClick={() => setChosen(tab.label)}
          >
            {tab.label === '' ? words.record.otherFields : tab.label}
            {hasFault(tab) ? <Icon name="alert" size={14} /> : null}
          </button>
        ))}
      </div>
      {tabs.map((tab, index) => (
        <div
          key={tab.label}
          id={`${id}-panel-${index}`}
          role="tabpanel"
          aria-labelledby={`${id}-tab-${index}`}
          className="form-tab-panel"
          hidden={index !== at}
        >
          {tab.content}
        </div>
      ))}
    </>
  )
}

function targetOf(key: string, at: number, many: number): number | undefined {
  const targets: Record<string, number> = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: many - 1 }
  const to = targets[key]
  return to === undefined ? undefined : (to + many) % many
}
