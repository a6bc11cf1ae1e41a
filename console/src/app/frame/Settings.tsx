import type { ReactNode } from 'react'
import { Icon } from '../../component/Icon.tsx'
import type { Route } from '../../route/Route.ts'
import { useSession, useShell } from '../../shell/Shell.tsx'
import { NavItem } from './NavItem.tsx'
import { settingsAreas } from './settingsAreas.ts'
import './settings.css'

/** The areas of the settings beside the one that is open. */
export function Settings({ route, children }: { readonly route: Route; readonly children: ReactNode }) {
  const { words } = useShell()
  const { models } = useSession()
  return (
    <div className="settings">
      <nav className="settings-areas" aria-label={words.frame.settings}>
        {settingsAreas(models, words).map(({ label, areas }) => (
          <section key={label} className="nav-group">
            <h2>{label}</h2>
            <ul className="nav-list">
              {areas.map((area) => (
                <NavItem
                  key={area.label}
                  to={area.route}
                  icon={<Icon name={area.icon} />}
                  isCurrent={area.isCurrent(route)}
                >
                  {area.label}
                </NavItem>
              ))}
            </ul>
          </section>
        ))}
      </nav>
      <div className="settings-area">{children}</div>
    </div>
  )
}
