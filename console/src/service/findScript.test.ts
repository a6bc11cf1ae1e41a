import { expect, it } from 'vitest'
import { findScript } from './findScript.ts'

it('the script of a page is the module, and no other file', () => {
  const page = `<script src="/console/theme.js"></script>
    <script type="module" crossorigin src="/console/assets/index-B7x.js"></script>
    <link rel="modulepreload" href="/console/assets/part-1.js">`
  expect(findScript(page)).toBe('/console/assets/index-B7x.js')
  expect(findScript('<h1>Bad gateway</h1>')).toBeUndefined()
})
