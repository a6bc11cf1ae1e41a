import { useState, useSyncExternalStore } from 'react'
import { laidOut, type Logged } from '../../api/Logged.ts'
import { toCurl, toHttp } from '../../api/toCommand.ts'
import { toTypeScript } from '../../api/toTypeScript.ts'
import type { Route } from '../../route/Route.ts'
import { Drawer } from '../../component/Drawer.tsx'
import { Segments } from '../../component/Segments.tsx'
import { CopyButton } from '../../component/CopyButton.tsx'
import { useShell } from '../../shell/Shell.tsx'
import { LastRequests } from './LastRequests.tsx'
import { requestPath } from './requestPath.ts'
import './api.css'

const forms = { curl: toCurl, typescript: toTypeScript, http: toHttp }
type Form = keyof typeof forms

/** The request that this screen makes, in three forms, its answer, and the last requests of this tab. */
export function ApiPanel({ route, onClose }: { readonly route: Route; readonly onClose: () => void }) {
  const { words, log } = useShell()
  const entries = useSyncExternalStore(log.subscribe, log.entries)
  const [number, setNumber] = useState<number | undefined>()
  const path = requestPath(route)
  const own = entries.find((entry) => entry.method === 'GET' && entry.path.split('?')[0] === path)
  const chosen = entries.find((entry) => entry.number === number) ?? own
  return (
    <Drawer title={words.api.title} close={words.api.close} isOpen onClose={onClose}>
      {chosen ? (
        <Request key={chosen.number} entry={chosen} title={chosen === own ? words.api.screen : words.api.other} />
      ) : (
        <p className="dim">{words.api.none}</p>
      )}
      <LastRequests entries={entries} chosen={chosen} onChoose={setNumber} />
    </Drawer>
  )
}

function Request({ entry, title }: { readonly entry: Logged; readonly title: string }) {
  const { words } = useShell()
  const [form, setForm] = useState<Form>('curl')
  const text = forms[form](entry, location.origin)
  const segments = (Object.keys(forms) as Form[]).map((id) => ({ id, label: words.api.forms[id] }))
  const isSecret = entry.body === undefined && entry.method === 'POST'
  return (
    <>
      <section className="api-part">
        <div className="api-head">
          <h3>{title}</h3>
          <Segments label={words.api.form} segments={segments} value={form} onChange={setForm} />
          <CopyButton small text={text}>
            {words.api.copy}
          </CopyButton>
        </div>
        <Code text={text} label={title} />
        <p className="dim">{isSecret ? words.api.hidden : words.api.key}</p>
      </section>
      <section className="api-part">
        <div className="api-head">
          <h3>{words.api.answer}</h3>
          {entry.answer ? (
            <CopyButton small text={entry.answer}>
              {words.api.copy}
            </CopyButton>
          ) : null}
        </div>
        {entry.answer === undefined ? (
          <p className="dim">{entry.duration === undefined ? words.api.waiting : words.api.noAnswer}</p>
        ) : (
          <Code text={laidOut(entry.answer)} label={words.api.answer} />
        )}
      </section>
    </>
  )
}

function Code({ text, label }: { readonly text: string; readonly label: string }) {
  return (
    // What scrolls must be reachable by keys.
    <pre className="api-code mono" tabIndex={0} role="region" aria-label={label}>
      {text}
    </pre>
  )
}
