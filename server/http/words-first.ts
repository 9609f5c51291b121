/**
 * Runs in the head. Once the first words are on the screen, or at the first touch or key, it puts back what waited, where
 * it stood, so that the page's script finds the document it was drawn from. As text in the page, it may use nothing from
 * outside.
 */
function loadTheRest() {
  document.currentScript?.remove()
  const { dataset } = document.documentElement
  // Where one comes back to a place, or names one, all that is above it must be as high as it is.
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (!location.hash && visit?.type === 'navigate') dataset.far = 'unseen'
  const go = () => {
    if (document.readyState === 'loading') return addEventListener('DOMContentLoaded', go)
    dataset.painted = ''
    for (const late of document.querySelectorAll<HTMLTemplateElement>('template[data-late]'))
      late.replaceWith(late.content)
    // While the scripts are on their way.
    setTimeout(() => {
      if (dataset.far) dataset.far = ''
    }, 300)
  }
  const soon = () => requestAnimationFrame(() => setTimeout(go))
  new PerformanceObserver(soon).observe({ type: 'paint', buffered: true })
  // A page in the background is not painted, nor given frames.
  addEventListener('load', () => setTimeout(document.hidden ? go : soon, 100))
  addEventListener('pointerdown', go)
  addEventListener('keydown', () => {
    // The tab key looks for the next link at once.
    delete dataset.far
    go()
  })
}

const loader = `(${loadTheRest})()`.replace(/^\s*\/\/.*\n/gm, '').replace(/\s*\n\s*/g, '\n')

/**
 * Lets a drawn page show its words before anything else is fetched: its style sheets come along in one `<style>`, and
 * scripts and what only a home screen shows wait in templates until the first paint, or the first touch or key; the
 * layout of what is far down waits too (`data-far`). Without scripts the page is whole as it comes. The sheets' links
 * stay, for the script that expects them, but a disabled link is not fetched.
 * @param html the page as it was drawn at build time
 * @param read gives a built file by its address
 * @returns the page, and the style that its policy must allow
 */
export function wordsFirst(html: string, read: (path: string) => string): { html: string; style: string } {
  // React Router ends an address in # where a module that is loaded later names the same sheet. That module looks for it
  // without the #, and must find it too.
  const sheet = /<link\b[^>]*\brel="stylesheet"[^>]*\bhref="([^"#]+)#?"[^>]*>/g
  const style = [...html.matchAll(sheet)].map(([, href = '']) => read(href)).join('')
  const preloads = /(?:<link\b[^>]*\brel="modulepreload"[^>]*>)+/g
  // The icon of the tab stays: browsers fetch one at once, and would take /favicon.ico, four times as large.
  const marks = /(?:<link\b[^>]*\brel="(?:apple-touch-icon|manifest)"[^>]*>)+/g
  const module = /<script\b[^>]*\btype="module"[^>]*>[\s\S]*?<\/script>/g
  const waiting = html
    .replace(sheet, link => {
      const unused = link.replace('<link', '<link disabled=""')
      return link.includes('#"') ? unused + unused.replace('#"', '"') : unused
    })
    .replace(preloads, links => `<template data-late="">${links}</template>`)
    .replace(marks, links => `<template data-late="">${links}</template>`)
    .replace(module, script => `<template data-late="">${script}</template>`)
    .replace('</head>', () => `<style>${style}</style><script>${loader}</script></head>`)
  return { html: waiting, style }
}
