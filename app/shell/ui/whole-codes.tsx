import { Fragment } from 'react'

/** Such as 1099-INT, W-9, LK-2026-0101 and (H-0005). */
const code = /([(“]?\b[A-Z0-9]+(?:-[A-Z0-9]+)+\b[)”.,]*)/

/** A text without line breaks at the hyphens of its codes. */
export function WholeCodes({ children }: { children: string }) {
  return children.split(code).map((part, at) =>
    at % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text have no other key
      <span key={at} className="unbroken">
        {part}
      </span>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text have no other key
      <Fragment key={at}>{part}</Fragment>
    ),
  )
}
