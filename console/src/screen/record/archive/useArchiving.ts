import type { MenuLine } from '../../../component/Menu.tsx'
import { type ModelMeta, type RecordJson, titleOf } from '../../../meta/ModelMeta.ts'
import { useArchive } from '../../../query/recordQueries.ts'
import { failureWords } from '../../../shell/failureWords.ts'
import { useShell } from '../../../shell/Shell.tsx'
import { useUndoing } from '../../../shell/useUndoing.ts'
import { isArchived } from './isArchived.ts'

/** Archives a record, or takes it out of the archive. Both can be undone at once. */
export function useArchiving(model: ModelMeta, record: RecordJson): MenuLine {
  const { service, words, newKey, notify } = useShell()
  const archive = useArchive(service, model.name)
  const undoing = useUndoing()
  const way = isArchived(record) ? 'unarchive' : 'archive'
  const onAction = () =>
    archive.mutate(
      { way, record, key: newKey() },
      {
        onSuccess: ({ record: { id, version } }) => {
          const undo = () => void undoing({ changeSet: undefined, model: model.name, id, version })
          notify({ text: words.archive.done[way](titleOf(model, record)), undo })
        },
        onError: (error) => notify({ text: failureWords(error, words) }),
      },
    )
  return { id: 'archive', label: words.archive[way], icon: way, isDisabled: archive.isPending, onAction }
}
