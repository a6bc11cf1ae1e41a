import { type Noun, toSmall } from '../Noun.ts'
import { plural, records } from './numbers.ts'

/** Ce que l’on dit de ce qui a été refusé, et de ce qui n’existe pas. */
export const refusalWords = {
  details: 'Détails',
  notSaved: 'Non enregistré',
  notSent: 'Non envoyé',
  notDeleted: 'Non supprimé',
  notFound: (what: Noun, id: number) => `${what.label} ${id} est introuvable`,
  final: (value: string) => `ne peut pas changer : ${value} est définitif`,
  cantFollow: (value: string, allowed: string) => `ne peut pas suivre ${value} ; permis : ${allowed}`,
  referredBy: (fields: string) => `Y font référence : ${fields}`,
  close: 'Fermer',
  refer: (many: number, those: Noun, to: Noun) =>
    `${records(many, those)} ${plural(many, { one: 'y fait', other: 'y font' })} référence (${toSmall(to.label)}). ` +
    'À supprimer ou à modifier d’abord :',
  show: () => 'Afficher',
  unseen: (to: Noun) =>
    `Des enregistrements que vous ne pouvez pas voir y font référence (${toSmall(to.label)}). Suppression impossible.`,
}
