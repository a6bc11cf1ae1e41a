// Asks for what the address needs first while the program is loaded: the files of its screen, who is logged in, and the
// models. The program takes these answers (main.tsx).
;(function () {
  // The build writes them here: patterns of paths, and files.
  const filesOfRoutes = []
  const [, files = []] = filesOfRoutes.find(([path]) => new RegExp(path).test(location.pathname)) ?? []
  for (const href of files) {
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    link.href = href
    document.head.append(link)
  }
  globalThis.early = new Map()
  // Who looks as somebody else asks with their name.
  if (new URLSearchParams(location.search).has('as')) return
  for (const path of ['/ws/me?optional=true', '/ws/meta/models?detail=true&optional=true']) {
    const answer = fetch(path, { credentials: 'include' })
    answer.catch(() => {})
    globalThis.early.set(path, answer)
  }
})()
