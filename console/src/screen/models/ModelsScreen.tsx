import { listOf } from '../../route/ListRoute.ts'
import { toUrl } from '../../route/toUrl.ts'
import { describeOptions } from '../../field/describeOptions.ts'
import type { ModelMeta } from '../../meta/ModelMeta.ts'
import { actions as actionNames } from '../../rights/Rule.ts'
import type { Words } from '../../i18n/Words.ts'
import { useSession, useShell } from '../../shell/Shell.tsx'
import './models.css'

/** All models, for developers. */
export function ModelsScreen() {
  const { words } = useShell()
  const { models } = useSession()
  return (
    <div className="models page">
      <h1>{words.frame.models}</h1>
      <table className="plain-table">
        <thead>
          <tr>
            <th scope="col">{words.models.model}</th>
            <th scope="col">{words.models.name}</th>
            <th scope="col">{words.models.fields}</th>
            <th scope="col">{words.models.may}</th>
          </tr>
        </thead>
        <tbody>
          {models.map((model) => (
            <tr key={model.name}>
              <th scope="row">
                <a href={toUrl({ screen: 'models', model: model.name })}>{model.label}</a>
              </th>
              <td className="mono">{model.name}</td>
              <td>{model.fields.length}</td>
              <td>{mayOf(model, words.access)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** One model: its fields with their types and options, and the way to its records. */
export function ModelScreen({ model }: { readonly model: ModelMeta }) {
  const { words } = useShell()
  return (
    <div className="models page">
      <header>
        <a className="record-model" href={toUrl({ screen: 'models', model: '' })}>
          {words.frame.models}
        </a>
        <h1>{model.label}</h1>
        <p className="mono dim">{model.name}</p>
      </header>
      <p>
        <a href={toUrl(listOf(model.name))}>{words.models.records}</a> ·{' '}
        {words.models.mayDo(mayOf(model, words.access))}
      </p>
      <table className="plain-table">
        <thead>
          <tr>
            <th scope="col">{words.models.field}</th>
            <th scope="col">{words.models.name}</th>
            <th scope="col">{words.models.type}</th>
            <th scope="col">{words.models.options}</th>
          </tr>
        </thead>
        <tbody>
          {model.fields.map((field) => (
            <tr key={field.name}>
              <th scope="row">
                {field.label}
                {field.help ? <p className="models-help">{field.help}</p> : null}
              </th>
              <td className="mono">{field.name}</td>
              <td>{field.target ? <Target type={field.type} name={field.target} /> : field.type}</td>
              <td>{describeOptions(field, words)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <section>
        <h2>{words.models.requests}</h2>
        <pre className="models-requests" tabIndex={0}>
          {requestsOf(model)}
        </pre>
      </section>
    </div>
  )
}

function Target({ type, name }: { readonly type: string; readonly name: string }) {
  const { find } = useSession()
  const target = find(name)
  return (
    <>
      {type} → {target ? <a href={toUrl({ screen: 'models', model: name })}>{target.label}</a> : name}
    </>
  )
}

function mayOf({ may }: ModelMeta, { actions, extents }: Words['access']): string {
  return actionNames
    .flatMap((action) => {
      const extent = may[action]
      return extent === 'none' ? [] : [extent === 'some' ? `${actions[action]} (${extents.some})` : actions[action]]
    })
    .join(', ')
}

/** The requests that a program begins with. */
function requestsOf({ name }: ModelMeta): string {
  const address = `${location.origin}/ws/rest/${name}`
  const key = `-H "Authorization: Bearer $TABULARIUM_KEY"`
  return [
    `curl ${key} '${address}?limit=10'`,
    `curl ${key} ${address}/1`,
    `curl ${key} ${address}/1/history`,
    `curl ${key} ${location.origin}/ws/meta/fields/${name}`,
  ].join('\n')
}
