// Runs before the first paint, so that the page never flashes in the wrong theme or density.
;(function () {
  try {
    var theme = localStorage.getItem('tabularium.theme')
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
    if (localStorage.getItem('tabularium.density') === 'compact') document.documentElement.dataset.density = 'compact'
  } catch {
    // Storage may be switched off: the system's theme applies.
  }
})()
