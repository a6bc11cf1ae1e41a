import { agoOf } from '../field/agoOf.ts'
import { useShell } from '../shell/Shell.tsx'

/** A moment by how long ago it was when it was drawn, with itself under the pointer; an old one as it is. */
export function Ago({ moment }: { readonly moment: string }) {
  const { formats } = useShell()
  const exact = formats.dateTime(moment)
  return (
    <time dateTime={moment} title={exact}>
      {agoOf(moment, Date.now(), formats.language) ?? exact}
    </time>
  )
}
