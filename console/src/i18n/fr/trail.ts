import type { Words } from '../Words.ts'

/** The words of who changed rights and who looked as whom, in French. Each sentence begins with a name. */
export const trailWords: Words['trail'] = {
  title: 'Modifications de droits',
  about: 'Qui a donné quoi à qui, et qui a regardé en tant que qui. Du plus récent au plus ancien.',
  notYours: 'Seuls les administrateurs voient qui a modifié des droits.',
  what: 'Ce qui est affiché',
  shows: { rights: 'Droits', looks: 'Vues en tant que' },
  none: 'Personne n’a encore modifié de droits.',
  noLooks: 'Personne n’a regardé en tant qu’un autre utilisateur.',
  gave: (user, roles, many) => `a donné à ${user} ${many === 1 ? 'le rôle' : 'les rôles'} ${roles}`,
  took: (user, roles, many) => `a retiré à ${user} ${many === 1 ? 'le rôle' : 'les rôles'} ${roles}`,
  madeAdmin: (user) => `a fait de ${user} un administrateur`,
  noAdmin: (user) => `a retiré à ${user} les droits d’administrateur`,
  disabled: (user) => `a désactivé ${user}`,
  enabled: (user) => `a réactivé ${user}`,
  handedOver: (user) => `a confié ${user} à l’annuaire`,
  tookBack: (user) => `a repris ${user} à l’annuaire`,
  password: (user) => `a défini un autre mot de passe pour ${user}`,
  withKey: (who, key) => `${who} (clé « ${key} »)`,
  goneKey: 'supprimée depuis',
  scim: 'SCIM',
  provider: (label) => `Une connexion chez ${label}`,
  command: 'La ligne de commande',
  migrate: 'La migration',
  service: 'Le service',
}
