import type { Words } from '../Words.ts'
import { count, plural } from './numbers.ts'

/** The words of what is pasted, in French. */
export const pasteWords: Words['paste'] = {
  computed: 'est calculé et ne peut pas être collé',
  boolean: 'doit être oui ou non',
  choice: 'n’est aucune des valeurs possibles',
  ambiguous: 'peut se lire comme deux nombres : sans séparateur, c’est clair',
  notFound: (model) => `est introuvable (${model})`,
  several: (many) => `est le titre de ${count(many)} enregistrements : prenez ce qui est unique`,
  misfit: (text, fault) => `« ${text} » ${fault}`,
  pasted: (many, misfits) =>
    `${plural(many, { one: '1 valeur collée', other: `${count(many)} valeurs collées` })}${
      misfits === 0
        ? ''
        : ` · ${plural(misfits, { one: '1 ne convient pas', other: `${count(misfits)} ne conviennent pas` })}`
    }`,
  misfits: (many) => plural(many, { one: '1 ne convient pas', other: `${count(many)} ne conviennent pas` }),
  rowsLeft: (many) =>
    plural(many, {
      one: '1 ligne de plus n’a pas d’enregistrement ici',
      other: `${count(many)} lignes de plus n’ont pas d’enregistrement ici`,
    }),
  cells: (many) => plural(many, { one: '1 cellule', other: `${count(many)} cellules` }),
  sum: (total) => `somme ${total}`,
  failed: (message) => `Non collé : ${message}`,
}
