import { type ModelMeta, type RecordLink, titleOf } from '../../meta/ModelMeta.ts'
import { toUrl } from '../../route/toUrl.ts'
import { isRefused } from '../../service/isFailure.ts'

/** The records that do not allow this one, as links: whoever is refused wants to look at them. */
export function OtherRecords({ error, model }: { readonly error: Error; readonly model: ModelMeta }) {
  const others = isRefused(error) && 'others' in error.data ? (error.data.others ?? []) : []
  return others.map((other) => (
    <a key={other.id} href={toUrl({ screen: 'record', model: model.name, id: other.id })}>
      {titleOf(model, other as RecordLink)}
    </a>
  ))
}
