import { useMemo } from 'react'
import { Button } from '../../../component/Button.tsx'
import { Icon } from '../../../component/Icon.tsx'
import { Menu } from '../../../component/Menu.tsx'
import { dashboardModel } from '../../../meta/ownModels.ts'
import { toUrl } from '../../../route/toUrl.ts'
import { limitTogether } from '../../../service/limitTogether.ts'
import type { Service } from '../../../service/Service.ts'
import { ShellContext, useSession, useShell } from '../../../shell/Shell.tsx'
import type { Dashboard } from '../../../views/Tile.ts'
import { TilePlace } from './TilePlace.tsx'
import { useTileEdits } from './useTileEdits.ts'
import './dashboard.css'

/** How many tiles are asked for at once. */
const together = 6

/** A dashboard, and the ways to the others. */
export function DashboardView({ shown, all }: { readonly shown: Dashboard; readonly all: readonly Dashboard[] }) {
  const { words } = useShell()
  return (
    <section className="dashboard" aria-label={shown.label}>
      <header className="dashboard-head">
        <h2 className={all.length > 1 ? 'visually-hidden' : undefined}>{shown.label}</h2>
        {all.length > 1 ? (
          <nav aria-label={words.dashboard.all}>
            <ul className="dashboard-tabs">
              {all.map(({ key, label }) => (
                <li key={key}>
                  <a
                    href={toUrl({ screen: 'dashboard', model: key })}
                    aria-current={key === shown.key ? 'page' : undefined}
                  >
                    {label}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        ) : null}
        <DashboardMenu dashboard={shown} />
      </header>
      <Tiles key={shown.key} dashboard={shown} />
    </section>
  )
}

function Tiles({ dashboard }: { readonly dashboard: Dashboard }) {
  const shell = useShell()
  const edits = useTileEdits(dashboard)
  const { service } = shell
  const limited = useMemo(() => ({ ...shell, service: limitService(service) }), [shell, service])
  if (edits.tiles.length === 0) return <p className="dim">{shell.words.dashboard.empty}</p>
  return (
    <ShellContext value={limited}>
      <ul className="tiles">
        {edits.tiles.map((tile, index) => (
          <TilePlace
            // Tiles have no name: those with the same content are alike.
            key={`${index} ${JSON.stringify(tile.json)}`}
            {...{ tile, index, edits }}
            columns={dashboard.columns}
          />
        ))}
      </ul>
    </ShellContext>
  )
}

/** A service that asks for so many tiles at once, and for the next ones as those are answered. */
function limitService(service: Service): Service {
  const limited = limitTogether(together)
  return {
    ...service,
    count: (model, request, signal) => limited(() => service.count(model, request, signal)),
    find: (model, parameters, signal) => limited(() => service.find(model, parameters, signal)),
  }
}

function DashboardMenu({ dashboard: { label, record } }: { readonly dashboard: Dashboard }) {
  const { words } = useShell()
  const { me } = useSession()
  if (!record || record.owner !== me.id) return null
  return (
    <Menu
      label={words.dashboard.menuOf(label)}
      trigger={
        <Button weight="quiet" small aria-label={words.dashboard.menuOf(label)} icon={<Icon name="more" size={14} />} />
      }
      lines={[
        {
          id: 'share',
          label: words.dashboard.share,
          icon: 'edit',
          href: toUrl({ screen: 'record', model: dashboardModel, id: record.id }),
        },
      ]}
    />
  )
}
