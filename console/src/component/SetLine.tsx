import type { ChangeSet } from '@tabularium/client/undo'
import { toUrl } from '../route/toUrl.ts'
import { Icon } from './Icon.tsx'
import { useSession, useShell } from '../shell/Shell.tsx'
import { WriteButton } from './WriteButton.tsx'
import { setTitle } from './setTitle.ts'
import './tag.css'
import './set-line.css'

/** A change set as a line: what it did, of which models, who and when, and the way back. */
export function SetLine({ set }: { readonly set: ChangeSet }) {
  const { words, formats, undo } = useShell()
  const { find } = useSession()
  const { id, name, models, on, by, undoes, undoneBy } = set
  const who = by?.username ?? words.value.somebody
  const labels = [name, ...models.map((model) => find(model)?.label ?? model)].filter((label) => label !== undefined)
  return (
    <li className="change page-line">
      <div className="change-text">
        <a className="grid-title" href={toUrl({ screen: 'changeSet', id, offset: 0 })}>
          {setTitle(words.changes, set, find)}
        </a>
        {undoneBy === undefined ? null : <span className="tag">{words.changes.undone}</span>}
        {undoes === undefined ? null : <span className="tag">{words.changes.undoes(undoes)}</span>}
        <p className="dim">{[...labels, words.changes.by(who, formats.dateTime(on))].join(' · ')}</p>
      </div>
      {undoneBy === undefined ? (
        <WriteButton
          small
          icon={<Icon name="restore" />}
          aria-label={words.undo.set(id)}
          onPress={() => undo({ is: 'sets', ids: [id] })}
        >
          {words.record.undo}
        </WriteButton>
      ) : null}
    </li>
  )
}
