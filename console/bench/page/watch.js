// Runs in every measured page before its own scripts. All times are in milliseconds.

/** When the first row of a list was painted, counted from the navigation. */
globalThis.firstRowAt = undefined
new MutationObserver((_changes, observer) => {
  if (!document.querySelector('tbody tr')) return
  observer.disconnect()
  requestAnimationFrame(() => setTimeout(() => (globalThis.firstRowAt = performance.now())))
}).observe(document, { childList: true, subtree: true })

/** Goes to another page of the list inside of the console, and says how long it took until its rows were there. */
globalThis.turnTo = (path, offset) =>
  new Promise((resolve) => {
    const start = performance.now()
    const observer = new MutationObserver(() => {
      const row = document.querySelector('tbody tr')
      if (row?.getAttribute('aria-rowindex') !== String(offset + 2)) return
      observer.disconnect()
      resolve(performance.now() - start)
    })
    observer.observe(document.body, { childList: true, subtree: true, attributes: true })
    history.pushState(null, '', path)
    dispatchEvent(new PopStateEvent('popstate'))
  })
