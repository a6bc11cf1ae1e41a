import { Suspense } from 'react'
import { listOf } from '../../../route/ListRoute.ts'
import { allOf } from '../../../views/findMeant.ts'
import { isAsSaved, isPlain, type ListedView, writeParts } from '../../../views/ViewParts.ts'
import { useSession, useShell } from '../../../shell/Shell.tsx'
import { SaveViewPanel, ViewPanel } from '../lazyComponents.ts'
import { StarButton } from '../../../component/StarButton.tsx'
import { WriteButton } from '../../../component/WriteButton.tsx'
import { useViewWrites } from '../../../shell/useViewWrites.ts'
import type { Views } from './useViews.ts'
import { ViewTabList } from './ViewTabList.tsx'
import './views.css'

/** The views of a list as tabs, declared ones first, and what can be done with the one that is shown. */
export function ViewTabs({ views: { declared, saved, current, shown, isGone } }: { readonly views: Views }) {
  const { words } = useShell()
  const { me } = useSession()
  const writes = useViewWrites()
  const isChanged = current !== undefined && !isAsSaved(shown, current)
  const kept = current && 'version' in current ? current : undefined
  const mine = kept && (kept.owner === me.id || me.admin) ? kept : undefined
  const parts = writeParts(shown, current)
  const canKeep = parts !== undefined && !isPlain(shown) && (kept === undefined || isChanged)
  const views: readonly ListedView[] = [...declared, ...saved]
  if (views.length === 0 && !canKeep && !isGone) return null
  return (
    <div className="views">
      <ViewTabList
        views={views}
        shown={shown}
        all={listOf(shown.model, { view: allOf(declared), limit: shown.limit })}
        isAll={!current && !isGone}
        isChanged={isChanged}
      />
      {current ? (
        <StarButton
          what={kept ? { view: kept.id } : { model: shown.model, viewName: String(current.id) }}
          scope="list"
          small
        />
      ) : null}
      {current && !kept ? <span className="dim views-declared">{words.views.declared}</span> : null}
      <Suspense>{mine ? <ViewPanel key={mine.id} view={mine} writes={writes} /> : null}</Suspense>
      {mine && isChanged && parts ? (
        <WriteButton small onPress={() => void writes.update(mine, parts)}>
          {words.views.saveChanges}
        </WriteButton>
      ) : null}
      {/* Apart from the panel of a view: while that is loaded, this one would be hidden, and the page stay inert. */}
      <Suspense>
        {canKeep ? <SaveViewPanel {...{ parts, writes }} model={shown.model} isCopy={current !== undefined} /> : null}
      </Suspense>
      {isGone ? <span className="dim">{words.views.gone}</span> : null}
    </div>
  )
}
