import { listOf, type ListRoute } from '../../route/ListRoute.ts'
import { Button } from '../../component/Button.tsx'
import { Empty } from '../../component/Notice.tsx'
import { useShell } from '../../shell/Shell.tsx'

/** A list whose address stands for criteria that this tab does not have: showing all records would be wrong. */
export function LostFilter({ route }: { readonly route: ListRoute }) {
  const { words, go } = useShell()
  return (
    <Empty icon="missing" title={words.list.lostFilter}>
      <Button onPress={() => go(listOf(route.model))}>{words.list.withoutFilter}</Button>
    </Empty>
  )
}
