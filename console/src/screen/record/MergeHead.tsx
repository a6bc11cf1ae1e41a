import { Button } from '../../component/Button.tsx'
import { Icon } from '../../component/Icon.tsx'
import { Initials } from '../../component/Initials.tsx'
import type { ModelMeta } from '../../meta/ModelMeta.ts'
import { useShell } from '../../shell/Shell.tsx'
import type { One } from './useAuthors.ts'

/** Who saved what, and the choices for all places at once. */
export function MergeHead({
  model,
  one,
  places,
  hasBase,
  onKeepAll,
}: {
  readonly model: ModelMeta
  readonly one: One
  readonly places: number
  readonly hasBase: boolean
  readonly onKeepAll: (what: 'theirs' | 'yours') => void
}) {
  const { words } = useShell()
  const explain = words.merge.explain(places)
  return (
    <header>
      {one.name === undefined ? <Icon name="warning" /> : <Initials name={one.name} />}
      <div>
        <h2 id="merge-title">{words.merge.title(one.name, model.label)}</h2>
        <p className="dim">{hasBase ? explain : `${words.merge.unknownBase} ${explain}`}</p>
      </div>
      {places > 1 ? (
        <span className="merge-all">
          <Button small onPress={() => onKeepAll('theirs')}>
            {words.merge.allTheirs}
          </Button>
          <Button small onPress={() => onKeepAll('yours')}>
            {words.merge.allYours}
          </Button>
        </span>
      ) : null}
    </header>
  )
}

/** The heads of the columns of a merge. */
export function MergeColumns({ one }: { readonly one: One }) {
  const { words } = useShell()
  return (
    <thead>
      <tr>
        <th scope="col">{words.merge.field}</th>
        <th scope="col">{words.merge.before}</th>
        <th scope="col" className="side-theirs">
          {words.merge.theirs} <span>{one.text ?? ''}</span>
        </th>
        <th scope="col" className="side-yours">
          {words.merge.yours} <span>{words.merge.notSaved}</span>
        </th>
        <th scope="col">
          <span className="visually-hidden">{words.merge.another}</span>
        </th>
      </tr>
    </thead>
  )
}
