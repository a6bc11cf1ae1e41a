import { useState } from 'react'
import { Button } from '../../component/Button.tsx'
import { Icon } from '../../component/Icon.tsx'
import { Panel } from '../../component/Panel.tsx'
import { titleOfLink } from '../../field/titleOfLink.ts'
import type { RecordJson } from '../../meta/ModelMeta.ts'
import { useMarkSeen, useNotices } from '../../query/noticeQueries.ts'
import { toUrl } from '../../route/toUrl.ts'
import { useOwnHome } from '../../shell/useFavorites.ts'
import { useRecordTitles } from '../../shell/useRecordTitles.ts'
import { useSession, useShell } from '../../shell/Shell.tsx'
import './bell.css'

/** How many notices the user has not seen; pressed, it shows them, and each leads to its record. */
export function Bell() {
  const { service, words, newKey } = useShell()
  const { me } = useSession()
  const [isOpen, setOpen] = useState(false)
  const { isPending } = useOwnHome()
  const { data } = useNotices(service, me.id, !isPending)
  const { mutate } = useMarkSeen(service)
  const notices = data?.records ?? []
  const total = data?.total ?? 0
  const markSeen = (seen: readonly RecordJson[]) => {
    mutate({ notices: seen, on: new Date().toISOString(), newKey })
    setOpen(false)
  }
  return (
    <Panel
      title={words.notices.title}
      isOpen={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Button
          weight="quiet"
          small
          aria-label={words.notices.open(total)}
          icon={
            <span className="bell" data-total={total > 0 ? total : undefined}>
              <Icon name="bell" />
            </span>
          }
        />
      }
    >
      {notices.length === 0 ? <p className="dim">{words.notices.none}</p> : null}
      {isOpen ? <Notices notices={notices} onSeen={markSeen} /> : null}
      {notices.length > 0 ? (
        <div className="panel-actions">
          <Button small onPress={() => markSeen(notices)}>
            {words.notices.seen}
          </Button>
        </div>
      ) : null}
    </Panel>
  )
}

interface NoticesProps {
  readonly notices: readonly RecordJson[]
  readonly onSeen: (seen: readonly RecordJson[]) => void
}

function Notices({ notices, onSeen }: NoticesProps) {
  const { words, formats } = useShell()
  const placeOf = ({ model, record }: RecordJson) => ({
    model: typeof model === 'string' ? model : '',
    id: typeof record === 'number' ? record : 0,
  })
  const titles = useRecordTitles(notices.map(placeOf))
  return (
    <ul className="bell-list">
      {notices.map((notice) => {
        const place = placeOf(notice)
        const who = titleOfLink(notice['createdBy']) || words.value.somebody
        const { createdOn } = notice
        return (
          <li key={notice.id}>
            <a href={toUrl({ screen: 'record', ...place })} onClick={() => onSeen([notice])}>
              {words.notices.mention(who, titles(place))}
            </a>
            <span className="dim">{typeof createdOn === 'string' ? formats.dateTime(createdOn) : ''}</span>
          </li>
        )
      })}
    </ul>
  )
}
