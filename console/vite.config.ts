import { resolve } from 'node:path'
import optimizeLocales from '@react-aria/optimize-locales-plugin'
import { defineConfig, type Plugin } from 'vite'
import { compressFiles } from './compressFiles.ts'
import { fileGroups, preloadRoutes } from './filesOfRoutes.ts'
import { gregorianOnly } from './gregorianOnly.ts'
import manifest from './package.json' with { type: 'json' }

/** The service that the development server asks: `npm run demo` listens there. */
const service = process.env.TABULARIUM_URL ?? 'http://127.0.0.1:8080'
// The service refuses writes of other origins, so that the proxy names the service's own.
const target = { target: service, changeOrigin: true, headers: { origin: service } }
const proxy = { '/ws': target, '/callback': target, '/logout': target }

/** Compresses what a build has written. */
function compress(): Plugin {
  let folder = ''
  return {
    name: 'compress',
    apply: 'build',
    configResolved: ({ root, build }) => void (folder = resolve(root, build.outDir)),
    closeBundle: () => compressFiles(folder),
  }
}

export default defineConfig({
  base: '/console/',
  define: { 'import.meta.env.VITE_VERSION': JSON.stringify(manifest.version) },
  plugins: [
    { ...optimizeLocales.vite({ locales: ['en-US', 'fr-FR', 'de-DE'] }), enforce: 'pre' },
    gregorianOnly(),
    preloadRoutes(),
    compress(),
  ],
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 800,
    // The licenses of what is bundled go with it wherever it goes.
    license: { fileName: 'licenses.txt' },
    // `use client` means nothing in a browser alone.
    rolldownOptions: {
      checks: { moduleLevelDirective: false },
      output: { codeSplitting: { groups: fileGroups } },
    },
    // One file compresses better than many, and no screen waits for its own.
    cssCodeSplit: false,
  },
  server: { proxy },
  preview: { proxy },
})
