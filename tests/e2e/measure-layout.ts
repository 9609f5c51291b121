/**
 * Measures how a page fits its window. Runs in the page.
 * @returns CSS pixels that it scrolls sideways; names of elements whose text is cut off and of controls outside the
 *   window; the bottom of a fixed header and the top of the main heading, in CSS pixels
 */
export function measureLayout() {
  const root = document.documentElement
  const isHidden = (element: Element) =>
    !element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) ||
    element.closest('.visually-hidden, [aria-hidden=true], svg, script, style, noscript') !== null ||
    getComputedStyle(element).clipPath === 'inset(50%)'
  const nameOf = (element: Element) => `${element.localName} ${element.textContent?.trim().slice(0, 40)}`
  const cut: string[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement
    if (!node.textContent?.trim() || !element || isHidden(element)) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    const { left, right, top, bottom, width } = range.getBoundingClientRect()
    if (width === 0) continue
    // An ancestor that hides overflow must have room for the text.
    let edge: Element | null = element
    while (edge && edge !== document.body) {
      const { overflowX, overflowY } = getComputedStyle(edge)
      const box = edge.getBoundingClientRect()
      const hides = (overflow: string) => overflow === 'hidden' || overflow === 'clip'
      if (hides(overflowX) && (left < box.left - 1 || right > box.right + 1)) cut.push(nameOf(element))
      else if (hides(overflowY) && (top < box.top - 2 || bottom > box.bottom + 2)) cut.push(nameOf(element))
      if (overflowX === 'auto' || overflowX === 'scroll') break
      edge = edge.parentElement
    }
    if (edge === document.body && (left < -1 || right > innerWidth + 1)) cut.push(nameOf(element))
  }
  const outside = [...document.querySelectorAll('a[href], button, input:not([type=hidden]), select, textarea, summary')]
    .filter(element => element.checkVisibility({ visibilityProperty: true }) && !isHidden(element))
    .filter(element => {
      const { left, right, width } = (element.closest('label') ?? element).getBoundingClientRect()
      return width > 0 && (left < -1 || right > innerWidth + 1)
    })
    .map(nameOf)
  const bar = document.querySelector('body > header')
  const isFixed = bar && ['fixed', 'sticky'].includes(getComputedStyle(bar).position) && !isHidden(bar)
  return {
    sideways: root.scrollWidth - root.clientWidth,
    cut: [...new Set(cut)],
    outside,
    header: isFixed ? bar.getBoundingClientRect().bottom : 0,
    headingTop: document.querySelector('h1')?.getBoundingClientRect().top ?? 0,
  }
}
