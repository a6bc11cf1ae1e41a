import { lazily } from '../component/lazily.ts'
import { loadPanelOverlay } from '../component/Panel.tsx'
import { loadBulkDrawer, loadColumnsEditor, loadBulkEditBar } from '../screen/list/lazyComponents.ts'

// A list is there sooner without what other screens need: each of them is loaded when it is first shown.

const loadRecord = () => import('../screen/record/RecordScreen.tsx').then((module) => module.RecordScreen)
const loadPalette = () => import('../screen/palette/Palette.tsx').then((module) => module.Palette)
const loadSessionEnded = () => import('../screen/login/SessionEnded.tsx').then((module) => module.SessionEnded)

export const ApiPanel = lazily(() => import('../screen/api/ApiPanel.tsx').then((module) => module.ApiPanel))
export const Palette = lazily(loadPalette)
export const RecordScreen = lazily(loadRecord)
export const SessionEnded = lazily(loadSessionEnded)
export const ChangesScreens = lazily(() =>
  import('../screen/changes/ChangesScreens.tsx').then((module) => module.ChangesScreens),
)
export const UndoDrawer = lazily(() => import('../screen/changes/UndoDrawer.tsx').then((module) => module.UndoDrawer))
export const Live = lazily(() => import('./frame/Live.tsx').then((module) => module.Live))
export const LoginScreen = lazily(() => import('../screen/login/LoginScreen.tsx').then((module) => module.LoginScreen))
export const HomeScreen = lazily(() => import('../screen/home/HomeScreen.tsx').then((module) => module.HomeScreen))
export const DeletedScreen = lazily(() =>
  import('../screen/deleted/DeletedScreen.tsx').then((module) => module.DeletedScreen),
)
export const HistoryScreen = lazily(() =>
  import('../screen/history/HistoryScreen.tsx').then((module) => module.HistoryScreen),
)
export const ModelsScreen = lazily(() =>
  import('../screen/models/ModelsScreen.tsx').then((module) => module.ModelsScreen),
)
export const ModelScreen = lazily(() =>
  import('../screen/models/ModelsScreen.tsx').then((module) => module.ModelScreen),
)
export const AccessScreens = lazily(() =>
  import('../screen/access/AccessScreens.tsx').then((module) => module.AccessScreens),
)
export const WhyScreen = lazily(() => import('../screen/explain/WhyScreen.tsx').then((module) => module.WhyScreen))
export const MeScreen = lazily(() => import('../screen/me/MeScreen.tsx').then((module) => module.MeScreen))

/** Loads what people need next, and what must be there when the service can't be reached. */
export function loadAhead(): void {
  const overlays = [loadPanelOverlay, loadPalette, loadSessionEnded, loadColumnsEditor, loadBulkEditBar, loadBulkDrawer]
  const loads = [loadRecord, ...overlays]
  // What could not be loaded now is loaded when it is shown.
  void Promise.allSettled(loads.map((load) => load()))
}
