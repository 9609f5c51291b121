/** A result: its address, name and details. */
export interface Entry {
  key: string
  to: string
  name: string
  about: readonly string[]
  figure?: string
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
