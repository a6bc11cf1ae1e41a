/** The words of favourites, in French. */
export const favoritesWords = {
  title: 'Favoris',
  add: 'Ajouter aux favoris',
  remove: 'Retirer des favoris',
  menu: (name: string) => `Modifier le favori ${name}`,
  up: 'Monter',
  down: 'Descendre',
}
