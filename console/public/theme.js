// Runs before the first paint, so that the page never flashes in the wrong theme or density.
;(function () {
  try {
    var theme = localStorage.getItem('tabularium.theme')
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
    var density = localStorage.getItem('tabularium.density')
    if (density === 'compact' || density === 'comfortable') document.documentElement.dataset.density = density
  } catch {
    // Storage may be switched off: the system's theme applies.
  }
})()
