import { expect, it } from 'vitest'
import { readLink } from './readLink.ts'

const page = new URL('https://example.com/console/r/com.example.Contact?q=ada')

it.each([
  ['/console', { address: '/console' }],
  ['/console/models?as=cleo', { address: '/console/models?as=cleo' }],
  ['/console/r/com.example.Contact?q=ada', { address: '/console/r/com.example.Contact?q=ada' }],
  ['#content', { element: 'content' }],
  ['/console/r/com.example.Contact#content', { address: '/console/r/com.example.Contact' }],
  ['/consoles', undefined],
  ['/ws/openapi.json', undefined],
  ['https://example.org/console/', undefined],
])('a link to %s leads to %o', (href, target) => {
  expect(readLink(new URL(href, page), page)).toEqual(target)
})
