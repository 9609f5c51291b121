/** Something that can be chosen: where it leads, what it is called, and what tells it from others. */
export interface Entry {
  key: string
  to: string
  name: string
  about: readonly string[]
  /** What it is worth. */
  figure?: string
  /** When it is from. */
  at?: Date
  badge?: { label: string; tone: 'plain' | 'warning' | 'danger' }
}

/** Entries of one kind. */
export interface Group {
  key: string
  label: string
  entries: readonly Entry[]
  /** There are more than these. */
  isCut?: boolean
}
