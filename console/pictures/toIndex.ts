import type { Scene } from './Scene.ts'

/** A page with all pictures, a row a scene. */
export function toIndex(scenes: readonly Scene[]): string {
  const kinds = [1280, 400].flatMap((width) => ['light', 'dark'].map((theme) => ({ width, theme })))
  const rows = scenes.map(({ name }) => {
    const pictures = kinds.map(({ width, theme }) => {
      const file = `${name}-${width}-${theme}.png`
      const image = `<img src="${file}" alt="${name}, ${width} px, ${theme}" loading="lazy" height="320">`
      return `<a href="${file}">${image}</a>`
    })
    return `<h2 id="${name}">${name}</h2>\n<p>${pictures.join('\n')}</p>`
  })
  return `<!doctype html>
<meta charset="utf-8">
<title>Pictures of the console</title>
<style>body { font: 14px system-ui; margin: 24px } img { border: 1px solid #ccc } p { white-space: nowrap }</style>
<h1>Pictures of the console</h1>
${rows.join('\n')}
`
}
