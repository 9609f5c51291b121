declare const made: unique symbol

/** Precautions of a route that serves a file's bytes, or the reason for none. */
export interface Duty {
  proof: 'fresh' | { none: string }
  /** The action of its audit entry. */
  entry: string | { none: string }
}

/** Generated file content with its declared precautions. Pages send no other content as a file. */
export type MadeFile<Content> = Content & { readonly [made]: true }

/**
 * Declares the precautions taken before a file is sent; `tests/attacks/ways-to-bytes.test.ts` checks each route for
 * them.
 * @param content to send, perhaps with its name
 */
export function madeFile<Content>(_duty: Duty, content: Content): MadeFile<Content> {
  return content as MadeFile<Content>
}
