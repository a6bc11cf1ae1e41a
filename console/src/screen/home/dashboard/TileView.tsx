import type { ReactNode } from 'react'
import type { ModelMeta } from '../../../meta/ModelMeta.ts'
import type { ListRoute } from '../../../route/ListRoute.ts'
import { toUrl } from '../../../route/toUrl.ts'
import { useSession, useShell } from '../../../shell/Shell.tsx'
import { comparePeriods } from '../../../views/comparePeriods.ts'
import type { Tile, TileContent } from '../../../views/Tile.ts'
import { ChartTile } from './ChartTile.tsx'
import { FigureTile } from './FigureTile.tsx'
import { GroupsTile } from './GroupsTile.tsx'
import { openedList } from './openedList.ts'
import { ListTile } from './ListTile.tsx'
import { ShortcutsTile } from './ShortcutsTile.tsx'
import { useTileModel, useTileTitle } from './useTileTitle.ts'

/** What a tile with records shows: the lists of this period and the one before, if it compares them. */
export interface TileProps<Kind extends TileContent['kind'] = TileContent['kind']> {
  readonly content: Extract<TileContent, { kind: Kind }>
  readonly route: ListRoute
  readonly before: ListRoute | undefined
  readonly model: ModelMeta
}

/** A tile: its heading, which opens the list that it counts, and what it shows. */
export function TileView({ tile, tools }: { readonly tile: Tile; readonly tools: ReactNode }) {
  const { words } = useShell()
  const { me, find } = useSession()
  const { content } = tile
  const model = useTileModel(tile)
  const title = useTileTitle(tile)
  if (content.kind === 'shortcuts' || !tile.route)
    return (
      <>
        <Head title={title} tools={tools} />
        {content.kind === 'shortcuts' ? <ShortcutsTile content={content} /> : null}
      </>
    )
  const compare = content.kind === 'figure' ? content.compare : undefined
  const periods = compare && comparePeriods(tile.route, compare, me.application?.today ?? dayOf(new Date()))
  const counted = periods?.now ?? tile.route
  const route = model ? openedList(counted, content, model, find) : counted
  return (
    <>
      <Head title={title} href={model && toUrl(route)} tools={tools} />
      {model ? (
        <Content {...{ content, route, model }} before={periods?.before} />
      ) : (
        <p className="dim">{words.failure.unknownModel(tile.route.model)}</p>
      )}
    </>
  )
}

function Head({
  title,
  href,
  tools,
}: {
  readonly title: string
  readonly href?: string | undefined
  readonly tools: ReactNode
}) {
  return (
    <header className="tile-head">
      <h3 title={title}>{href === undefined ? title : <a href={href}>{title}</a>}</h3>
      {tools}
    </header>
  )
}

function Content({ content, ...of }: Omit<TileProps, 'content'> & { readonly content: TileContent }) {
  switch (content.kind) {
    case 'figure':
      return <FigureTile content={content} {...of} />
    case 'chart':
      return <ChartTile content={content} {...of} />
    case 'groups':
      return <GroupsTile content={content} {...of} />
    case 'list':
      return <ListTile content={content} {...of} />
    default:
      return null
  }
}

function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10)
}
