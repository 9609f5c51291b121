declare const made: unique symbol

/** What a way to a file's bytes does before the first one; where it doesn't, why not. */
export interface Duty {
  proof: 'fresh' | { none: string }
  /** The action of its entry in the log. */
  entry: string | { none: string }
}

/** The content of a file that was made for somebody, with its duty declared. A page sends nothing else as a file. */
export type MadeFile<Content> = Content & { readonly [made]: true }

/**
 * Declares what was done before a file leaves: anyone who makes one has to say it, and `tests/attacks/ways-to-bytes.test.ts`
 * asks each way for it.
 * @param content that is sent, perhaps with its name
 */
export function madeFile<Content>(_duty: Duty, content: Content): MadeFile<Content> {
  return content as MadeFile<Content>
}
