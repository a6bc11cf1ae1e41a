import { lazily } from '../part/lazily.ts'
import { loadPanelOverlay } from '../part/Panel.tsx'

// A list is there sooner without what other screens need: each of them is loaded when it is first shown.

const loadRecord = () => import('./record/RecordScreen.tsx').then((module) => module.RecordScreen)
const loadPalette = () => import('./palette/Palette.tsx').then((module) => module.Palette)
const loadSessionEnded = () => import('./login/SessionEnded.tsx').then((module) => module.SessionEnded)
const loadColumnsEditor = () => import('./list/ColumnsEditor.tsx').then((module) => module.ColumnsEditor)
const loadManyBar = () => import('./list/edit/ManyBar.tsx').then((file) => file.ManyBar)
const loadBulkDrawer = () => import('./bulk/BulkDrawer.tsx').then((module) => module.BulkDrawer)

export const ActionButtons = lazily(() => import('./act/ActionButtons.tsx').then((module) => module.ActionButtons))
export const HomeActions = lazily(() => import('./home/HomeActions.tsx').then((module) => module.HomeActions))
export const BulkDrawer = lazily(loadBulkDrawer)
export const ApiPanel = lazily(() => import('./api/ApiPanel.tsx').then((module) => module.ApiPanel))
export const WhyDialog = lazily(() => import('./why/WhyDialog.tsx').then((module) => module.WhyDialog))
export const ColumnsEditor = lazily(loadColumnsEditor)
export const Palette = lazily(loadPalette)
export const RecordScreen = lazily(loadRecord)
export const SessionEnded = lazily(loadSessionEnded)
export const ChangesPlaces = lazily(() => import('./changes/ChangesPlaces.tsx').then((module) => module.ChangesPlaces))
export const UndoDrawer = lazily(() => import('./changes/UndoDrawer.tsx').then((module) => module.UndoDrawer))
export const Live = lazily(() => import('./frame/Live.tsx').then((module) => module.Live))
export const LoginScreen = lazily(() => import('./login/LoginScreen.tsx').then((module) => module.LoginScreen))
export const HomeScreen = lazily(() => import('./home/HomeScreen.tsx').then((module) => module.HomeScreen))
export const DeletedScreen = lazily(() => import('./deleted/DeletedScreen.tsx').then((module) => module.DeletedScreen))
export const HistoryScreen = lazily(() => import('./history/HistoryScreen.tsx').then((module) => module.HistoryScreen))
export const ModelsScreen = lazily(() => import('./models/ModelsScreen.tsx').then((module) => module.ModelsScreen))
export const ModelScreen = lazily(() => import('./models/ModelsScreen.tsx').then((module) => module.ModelScreen))
export const AccessPlaces = lazily(() => import('./access/AccessPlaces.tsx').then((module) => module.AccessPlaces))
export const ShownKey = lazily(() => import('./access/ShownKey.tsx').then((module) => module.ShownKey))
export const WorkPanel = lazily(() => import('./work/WorkPanel.tsx').then((module) => module.WorkPanel))
export const RuleFields = lazily(() => import('./access/RuleFields.tsx').then((module) => module.RuleFields))
export const WebhookFields = lazily(() => import('./work/WebhookFields.tsx').then((module) => module.WebhookFields))
export const RuleConfirm = lazily(() => import('./access/RuleConfirm.tsx').then((module) => module.RuleConfirm))
export const MeScreen = lazily(() => import('./me/MeScreen.tsx').then((module) => module.MeScreen))

export const Peek = lazily(() => import('./list/peek/Peek.tsx').then((file) => file.Peek))
export const ManyBar = lazily(loadManyBar)
export const CellEditor = lazily(() => import('./list/edit/CellEditor.tsx').then((file) => file.CellEditor))
export const SaveViewPanel = lazily(() => import('./list/views/SaveViewPanel.tsx').then((file) => file.SaveViewPanel))
export const ViewPanel = lazily(() => import('./list/views/ViewPanel.tsx').then((file) => file.ViewPanel))

/** Loads what people need next, and what must be there when the service can't be reached. */
export function loadAhead(): void {
  const overlays = [loadPanelOverlay, loadPalette, loadSessionEnded, loadColumnsEditor, loadManyBar, loadBulkDrawer]
  const loads = [loadRecord, ...overlays]
  // What could not be loaded now is loaded when it is shown.
  void Promise.allSettled(loads.map((load) => load()))
}
