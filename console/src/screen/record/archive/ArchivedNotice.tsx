import { Notice } from '../../../component/Notice.tsx'
import { asText } from '../../../field/kinds.ts'
import { titleOfLink } from '../../../field/titleOfLink.ts'
import type { RecordJson } from '../../../meta/ModelMeta.ts'
import { useShell } from '../../../shell/Shell.tsx'
import { isArchived } from './isArchived.ts'

/** Says of an archived record who archived it and when. */
export function ArchivedNotice({ record }: { readonly record: RecordJson }) {
  const { words, formats } = useShell()
  if (!isArchived(record)) return null
  const who = titleOfLink(record['archivedBy']) || words.value.somebody
  return (
    <Notice tone="plain" icon="archive">
      {words.archive.by(who, formats.dateTime(asText(record['archivedOn'])))}
    </Notice>
  )
}
