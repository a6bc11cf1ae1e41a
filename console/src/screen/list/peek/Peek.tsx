import { toUrl } from '../../../route/toUrl.ts'
import { asText } from '../../../field/kinds.ts'
import { titleOfLink } from '../../../field/titleOfLink.ts'
import { type ModelMeta, type RecordJson, titleOf } from '../../../meta/ModelMeta.ts'
import { sectionsOf } from '../../../meta/sections.ts'
import { Button } from '../../../component/Button.tsx'
import { Icon } from '../../../component/Icon.tsx'
import { Empty } from '../../../component/Notice.tsx'
import { useOpened } from '../../../query/recordQueries.ts'
import { isFailure } from '../../../service/isFailure.ts'
import { Failed } from '../../../component/Failed.tsx'
import { shownFields } from '../../../meta/shownFields.ts'
import { useShell } from '../../../shell/Shell.tsx'
import { PeekValue } from './PeekValue.tsx'
import './peek.css'

/** A record beside its list, to be read. What the list knows of it is there at once, and the rest as it comes. */
export function Peek({
  model,
  id,
  known,
  onClose,
}: {
  readonly model: ModelMeta
  readonly id: number
  /** The record as the list shows it; undefined if it is not on this page. */
  readonly known: RecordJson | undefined
  readonly onClose: () => void
}) {
  const { service, words, formats } = useShell()
  const { data, error, refetch } = useOpened(service, model, id, shownFields(model))
  const isGone = isFailure(error, 'record-not-found')
  const record = isGone ? undefined : (data?.record ?? known)
  const author = titleOfLink(data?.record.updatedBy) || words.value.somebody
  const title = record ? titleOf(model, record) : `#${id}`
  return (
    <section className="peek" aria-label={words.list.beside(title)} aria-busy={!data && !error}>
      <header className="peek-head">
        <h2>{title}</h2>
        {isGone ? null : (
          <a className="peek-open" href={toUrl({ screen: 'record', model: model.name, id })}>
            {words.list.openRecord}
          </a>
        )}
        <Button weight="quiet" small icon={<Icon name="clear" />} aria-label={words.list.closePeek} onPress={onClose} />
        {data && !isGone ? (
          <p className="dim" title={words.record.version(data.record.version)}>
            {words.record.updatedBy(author, formats.dateTime(asText(data.record.updatedOn)))}
          </p>
        ) : null}
      </header>
      {isGone ? <Empty icon="missing" title={words.failure.notFound} /> : null}
      {error && !isGone ? <Failed error={error} again={() => void refetch()} /> : null}
      {record ? <Values model={model} record={record} /> : null}
    </section>
  )
}

/** The fields that the user may read, in the sections of the form. Collections are on the record's own screen. */
function Values({ model, record }: { readonly model: ModelMeta; readonly record: RecordJson }) {
  const names = new Set(shownFields(model))
  return sectionsOf(model).map(({ label, fields }) => {
    const shown = fields.filter(({ name }) => names.has(name))
    if (shown.length === 0) return null
    return (
      <div key={label} className="peek-section">
        {label === '' ? null : <h3>{label}</h3>}
        <dl>
          {shown.map((field) => (
            <div key={field.name}>
              <dt>{field.label}</dt>
              <dd>
                <PeekValue field={field} record={record} />
              </dd>
            </div>
          ))}
        </dl>
      </div>
    )
  })
}
