import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { publicPageAt } from '../../content/pages.ts'
import { useSession } from '../session.tsx'
import otherLetters from '../styles/other-letters.css?url'

/**
 * The sheet of the fonts' other letters, where somebody's own words may stand: it lays the whole page out anew, so a page
 * that has only the site's words does without, unless they outgrew the cut fonts (`npm run media -- fonts`).
 */
export function OtherLetters() {
  const { pathname } = useLocation()
  const { user } = useSession()
  const [wanted, want] = useState(false)
  const ours = !user && publicPageAt(pathname)?.prerendered
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has other words
  useEffect(() => {
    if (!ours || hasOtherLetters(document.body.textContent ?? '')) want(true)
  }, [ours, pathname])
  return wanted && <link rel="stylesheet" href={otherLetters} />
}

/** Whether a text has letters that are in none of the fonts the page came with. */
function hasOtherLetters(text: string): boolean {
  const ranges = [...document.fonts]
    .map(({ unicodeRange }) => unicodeRange)
    .filter(range => range !== 'U+0-10FFFF')
    .flatMap(range => range.split(/,\s*/))
  const letters = ranges.map(range => range.replace(/^U\+/i, '').replace(/[0-9a-f]+/gi, '\\u{$&}')).join('')
  return new RegExp(`[^\\s${letters}]`, 'u').test(text)
}
