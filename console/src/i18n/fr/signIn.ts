import type { Words } from '../Words.ts'

/** The words of logins at a provider, in French. */
export const signInWords: Words['signIn'] = {
  continueWith: (provider) => `Continuer avec ${provider}`,
  logoutThere: (provider: string) => `Se déconnecter aussi de ${provider}`,
  or: 'ou avec un mot de passe',
  emergency: 'Administrateurs : avec un mot de passe',
  title: 'La connexion a échoué',
  request: (id) => `Requête : ${id}`,
  logins: 'Connexions',
  tied: (provider, on) => `Lié à ${provider} depuis le ${on}`,
  sawAs: (user: string) => `a regardé en tant que ${user}`,
  none: 'Personne ne s’est encore connecté avec ce compte.',
  ok: 'réussie',
  refused: 'refusée',
  confirmTitle: 'Confirmez que c’est vous',
  confirmHelp: 'Vous êtes sur le point de changer des droits.',
  confirmAnew: 'Vous êtes sur le point de changer des droits. Déconnectez-vous et reconnectez-vous pour cela.',
  confirm: 'Confirmer',
  confirmWith: (provider: string) => `Confirmer avec ${provider}`,
  confirmedThere: 'J’ai confirmé là-bas',
  cancel: 'Annuler',
  problems: {
    'unknown-login': 'Cette connexion n’a pas commencé ici, a déjà servi ou a pris trop de temps. Recommencez.',
    'provider-refused': 'Le fournisseur a refusé la connexion. Recommencez, ou demandez à un administrateur.',
    'invalid-token':
      'La réponse du fournisseur n’a pas pu être vérifiée. Recommencez, ou demandez à un administrateur.',
    'client-refused': 'Le fournisseur n’accepte pas ce service. Demandez à un administrateur.',
    'email-not-verified': 'Le fournisseur n’a pas confirmé votre adresse. Demandez une invitation à un administrateur.',
    'not-linked': 'Cette connexion n’est pas liée au compte qui a votre adresse. Demandez à un administrateur.',
    'no-account': 'Aucun compte n’est lié à cette connexion. Demandez à un administrateur.',
    'account-disabled': 'Votre compte est désactivé.',
    'claims-missing': 'Le fournisseur n’a pas dit qui vous êtes. Demandez à un administrateur.',
    provider: 'Le fournisseur est injoignable. Connectez-vous autrement, ou réessayez plus tard.',
    'too-many-attempts': 'Trop de connexions ont commencé ici. Attendez une minute, puis réessayez.',
    other: 'Recommencez, ou demandez à un administrateur.',
  },
}
