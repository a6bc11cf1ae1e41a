import { type DragEvent, useState } from 'react'
import { Button } from '../../../component/Button.tsx'
import { Icon } from '../../../component/Icon.tsx'
import { Menu, type MenuLine } from '../../../component/Menu.tsx'
import { useShell } from '../../../shell/Shell.tsx'
import { heights, type Tile, widths } from '../../../views/Tile.ts'
import { NameDialog } from './NameDialog.tsx'
import { TileView } from './TileView.tsx'
import { useTileTitle } from './useTileTitle.ts'
import type { TileEdits } from './useTileEdits.ts'

interface Placed {
  readonly tile: Tile
  readonly index: number
  readonly edits: TileEdits
}

/** The form of what is dragged: the place of a tile in its dashboard. */
const dragged = 'application/x-tabularium-tile'

/** A tile at its place; one's own are moved by drag and by menu. */
export function TilePlace({ tile, index, edits, columns }: Placed & { readonly columns: number }) {
  const [isOver, setOver] = useState(false)
  const end = () => setOver(false)
  const take = (event: DragEvent) => {
    if (!edits.mayEdit || !event.dataTransfer.types.includes(dragged)) return
    event.preventDefault()
    setOver(true)
  }
  const drop = (event: DragEvent) => {
    const from = event.dataTransfer.getData(dragged)
    end()
    if (from === '') return
    event.preventDefault()
    edits.move(Number(from), index)
  }
  const width = Math.min(Math.round((tile.width * columns) / 12) || 1, columns)
  return (
    <li
      className={`tile tile-${tile.content.kind}`}
      data-width={width}
      data-height={tile.height}
      data-over={isOver || undefined}
      onDragOver={take}
      onDragLeave={end}
      onDrop={drop}
    >
      <TileView tile={tile} tools={edits.mayEdit ? <TileTools {...{ tile, index, edits }} /> : null} />
    </li>
  )
}

function TileTools({ tile, index, edits }: Placed) {
  const { words } = useShell()
  const [isRenamed, setRenamed] = useState(false)
  const title = useTileTitle(tile)
  return (
    <span className="tile-tools">
      <span
        className="tile-grip"
        title={words.dashboard.drag}
        aria-hidden="true"
        draggable
        onDragStart={({ dataTransfer, currentTarget }) => {
          dataTransfer.setData(dragged, String(index))
          dataTransfer.effectAllowed = 'move'
          const place = currentTarget.closest('li')
          if (place) dataTransfer.setDragImage(place, 8, 8)
        }}
      >
        ⋮⋮
      </span>
      <Menu
        label={words.dashboard.menu(title)}
        trigger={
          <Button
            weight="quiet"
            small
            isDisabled={edits.isBusy}
            aria-label={words.dashboard.menu(title)}
            icon={<Icon name="more" size={14} />}
          />
        }
        lines={useLines({ tile, index, edits }, () => setRenamed(true))}
      />
      {isRenamed ? (
        <NameDialog
          title={words.dashboard.rename}
          label={tile.label}
          onClose={() => setRenamed(false)}
          onSave={(label) => edits.change(index, { label: label === '' ? undefined : label })}
        />
      ) : null}
    </span>
  )
}

function useLines({ tile, index, edits }: Placed, rename: () => void): MenuLine[] {
  const { dashboard: words } = useShell().words
  return [
    {
      id: 'before',
      label: words.before,
      icon: 'up',
      isDisabled: index === 0,
      onAction: () => edits.move(index, index - 1),
    },
    {
      id: 'after',
      label: words.after,
      icon: 'down',
      isDisabled: index === edits.tiles.length - 1,
      onAction: () => edits.move(index, index + 1),
    },
    ...widths.map((width, at) => ({
      id: `width ${width}`,
      label: words.width(width),
      isDisabled: width === tile.width,
      isApart: at === 0,
      onAction: () => edits.change(index, { width }),
    })),
    ...heights.map((height, at) => ({
      id: `height ${height}`,
      label: words.height(height),
      isDisabled: height === tile.height,
      isApart: at === 0,
      onAction: () => edits.change(index, { height }),
    })),
    { id: 'rename', label: words.rename, icon: 'edit', isApart: true, onAction: rename },
    { id: 'remove', label: words.remove, icon: 'clear', onAction: () => edits.remove(index) },
  ]
}
