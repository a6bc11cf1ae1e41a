// Asks for what every screen needs first while the program is loaded. The program takes these answers (main.tsx).
;(function () {
  globalThis.early = new Map()
  // Who looks as somebody else asks with their name.
  if (new URLSearchParams(location.search).has('as')) return
  for (const path of ['/ws/me', '/ws/meta/models?detail=true']) {
    const answer = fetch(path, { credentials: 'include' })
    answer.catch(() => {})
    globalThis.early.set(path, answer)
  }
})()
