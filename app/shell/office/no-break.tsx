import type { ReactNode } from 'react'

/**
 * @returns the text with numbers such as H-0001 unbroken: by style, so that copying and searching on the page find the
 *   number itself
 */
export function noBreak(text: string): ReactNode {
  const pieces = text.split(/\b([A-Z]{1,3}-\d[\d-]*\d|[A-Z]{1,3}-\d)/)
  return pieces.map((piece, at) =>
    at % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: The pieces of a sentence have no other name.
      <span key={at} className="unbroken">
        {piece}
      </span>
    ) : (
      piece
    ),
  )
}
