import { useHydrated } from '../hydrated.ts'
import otherLetters from '../styles/other-letters.css?url'

/** The sheet of the fonts' other letters, once the page is there. */
export function OtherLetters() {
  return useHydrated() && <link rel="stylesheet" href={otherLetters} />
}
