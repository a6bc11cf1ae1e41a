import { dashboardModel } from '../model/builtIn/names.ts'
import type { Dashboard, Tile } from '../model/dashboard.ts'
import { mapWords } from '../model/words.ts'
import { textFor } from '../permission/Authorization.ts'
import { findTileFaults } from '../plan/tileFaults.ts'
import { requireAuthorized } from '../statement/authorization/authCheck.ts'
import { meStatement } from '../statement/service/me.ts'
import { find, type Found, type HomeAuthorization, homeLimits, type HomeServices, is, notNull } from './homeSearches.ts'

/** The dashboards of the caller, and those that are shared with roles: those of others first. */
export async function findDashboards(authorization: HomeAuthorization, services: HomeServices) {
  const criteria = { operator: 'or', criteria: [is('owner', authorization.userId), notNull('roles.id')] }
  const fields = ['name', 'owner', 'roles.name', 'tiles', 'columns']
  const wanted = { criteria, fields, sortBy: ['name'], limit: homeLimits.dashboards }
  const { records } = await find(dashboardModel, wanted, authorization, services)
  const isOwn = ({ owner }: Found) => Number((owner as { id?: unknown } | null)?.id === authorization.userId)
  return records.toSorted((one, other) => isOwn(one) - isOwn(other))
}

/**
 * The declared dashboards of the caller's roles, then those for everybody. Administrators have all. A tile that asks
 * for what the caller may not read is left out, and so is a dashboard without a tile.
 */
export async function findDeclaredDashboards(
  authorization: HomeAuthorization,
  { models: { dashboards }, database }: HomeServices,
): Promise<Dashboard[]> {
  const hasRoles = dashboards.some(({ roles }) => roles !== undefined)
  const held = hasRoles ? await loadRoleNames(authorization, database) : []
  const { isAdmin, known } = authorization.rights
  const isMine = ({ roles }: Dashboard) => roles?.some((role) => held.includes(role)) ?? false
  const shown = dashboards.filter((one) => isMine(one) || one.roles === undefined || isAdmin)
  const rank = (one: Dashboard) => (isMine(one) ? 0 : one.roles === undefined ? 1 : 2)
  const isSeen = (tile: Tile) => !('of' in tile) || known.find(String(tile['of'])) !== undefined
  return shown
    .toSorted((one, other) => rank(one) - rank(other))
    .map((one) => ({
      ...one,
      tiles: one.tiles.filter((tile) => isSeen(tile) && findTileFaults(tile, authorization).length === 0),
    }))
    .filter(({ tiles }) => tiles.length > 0)
    .map((one) => mapWords(one, (words) => textFor(words, authorization)))
}

async function loadRoleNames({ credential, deadline }: HomeAuthorization, database: HomeServices['database']) {
  if (!credential) return []
  const { generation } = credential
  const rows = requireAuthorized(
    await database.run(meStatement(credential), 'read', { generation, deadlines: [deadline] }),
  )
  return JSON.parse(rows[0]?.[3] ?? '[]') as readonly string[]
}
