import { toSmall } from '../Noun.ts'

/** The words of the palette in English. */
export const paletteWords = {
  title: 'Find anything',
  find: 'Find records, models, views and screens',
  none: 'Nothing matches.',
  model: 'Model',
  screen: 'Screen',
  action: 'Action',
  view: (model: string) => `View of ${model}`,
  new: (model: string) => `New ${toSmall(model)}`,
  about: (model: string) => `Fields and requests of ${model}`,
  more: (model: string) => `All that match in ${model}`,
}
