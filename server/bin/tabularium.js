#!/usr/bin/env node
// The command tabularium. It imports nothing and uses old syntax only, so that a Node that is too old can still read
// it and say so, instead of failing with a stack in a file that it does not understand.
var needed = [22, 18]
var parts = process.versions.node.split('.').map(Number)

if (parts[0] > needed[0] || (parts[0] === needed[0] && parts[1] >= needed[1])) {
  var loader = process.getBuiltinModule('node:module')
  // The cache keeps the JavaScript of all modules, so that types are stripped only once.
  loader.enableCompileCache()
  // Our modules name each other by relative paths that exist, so Node need not look for them in the file system. It
  // would look once for each edge between two of them, which took a third of the start.
  var sources = new URL('../src/', import.meta.url).href
  loader.registerHooks({
    resolve: function (specifier, context, next) {
      var isOurs = specifier.charAt(0) === '.' && String(context.parentURL).indexOf(sources) === 0
      return isOurs ? { url: new URL(specifier, context.parentURL).href, shortCircuit: true } : next(specifier, context)
    },
  })
  void import('../src/main.ts')
} else {
  console.error(
    'tabularium: Tabularium needs Node ' + needed.join('.') + ' or newer; this is ' + process.versions.node + '. ' +
      'Install a newer one: https://nodejs.org/en/download',
  )
  process.exitCode = 2
}
