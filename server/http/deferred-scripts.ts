/**
 * Runs in the head. After first paint it shows deferred elements and restores the page's scripts, so that React finds
 * the document it rendered. It is inlined as text, so it can't use anything outside itself.
 */
function loadScripts() {
  document.currentScript?.remove()
  const { dataset } = document.documentElement
  dataset.beforePaint = ''
  const load = () => {
    if (document.readyState === 'loading') return addEventListener('DOMContentLoaded', load)
    delete dataset.beforePaint
    for (const template of document.querySelectorAll<HTMLTemplateElement>('template[data-deferred]'))
      template.replaceWith(template.content)
  }
  const loadAfterFrame = () => requestAnimationFrame(() => setTimeout(load))
  new PerformanceObserver(loadAfterFrame).observe({ type: 'paint', buffered: true })
  // Background tabs have neither paint nor frames.
  addEventListener('load', () => setTimeout(document.hidden ? load : loadAfterFrame, 100))
}

const loader = `(${loadScripts})()`.replace(/^\s*\/\/.*\n/gm, '').replace(/\s*\n\s*/g, '\n')

/** Pictures in a style sheet are loaded once their element is displayed. */
const afterPaint = '[data-before-paint] [data-after-paint]{display:none}'

/**
 * Lets a prerendered page paint before anything but its fonts is fetched: its style sheets are inlined, its scripts are
 * in templates until first paint, and elements marked `data-after-paint` are displayed only then. Without scripts the
 * page is complete as it is. The sheets' links remain, disabled and thus unfetched, because React Router fetches no
 * sheet that is already linked.
 *
 * What each part buys in largest contentful paint (`npm run bench -- lighthouse`, a phone, median of 5, 2026-11-22):
 *
 * Deferred scripts: 1.06 s on home and 1.04 s on /investor-info. Lighthouse takes every script that arrives before the
 * paint for a condition of it; on a really slow line the paint is 0.05 s earlier, hydration 0.2 s later.
 *
 * Inlined style sheets: 0.30 s on home.
 *
 * `data-after-paint`: 0.14 s on home, whose hero has two drawings behind its words.
 *
 * None of them moves blocking time: no task is long enough to count.
 * @param html the page as prerendered at build time
 * @param read returns a built file by its address
 * @returns the page, and the inline style that its Content-Security-Policy must allow
 */
export function deferScripts(html: string, read: (path: string) => string): { html: string; style: string } {
  // React Router adds # to an address if a later module needs the same sheet. That module searches for it without the
  // #, and must find it too.
  const sheet = /<link\b[^>]*\brel="stylesheet"[^>]*\bhref="([^"#]+)#?"[^>]*>/g
  const style = [...html.matchAll(sheet)].map(([, href = '']) => read(href)).join('') + afterPaint
  const scripts = /(?:<link\b[^>]*\brel="modulepreload"[^>]*>)+|<script\b[^>]*\btype="module"[^>]*>[\s\S]*?<\/script>/g
  // Before the first link: React inserts later pages' links there, and the first sheet decides the order of layers.
  let inlined = `<style>${style}</style>`
  const deferred = html
    .replace(sheet, link => {
      const unused = link.replace('<link', '<link disabled=""')
      const before = inlined
      inlined = ''
      return before + (link.includes('#"') ? unused + unused.replace('#"', '"') : unused)
    })
    .replace(scripts, tags => `<template data-deferred="">${tags}</template>`)
    .replace('</head>', () => `${inlined}<script>${loader}</script></head>`)
  return { html: deferred, style }
}
