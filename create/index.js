#!/usr/bin/env node
// npm create tabularium [folder]: runs `tabularium init` of the same version.
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'

const manifest = createRequire(import.meta.url).resolve('tabularium/package.json')
process.argv.splice(2, 0, 'init')
await import(new URL('bin/tabularium.js', pathToFileURL(manifest)).href)
