/** Administrators' lists with selectable columns, and each list's columns besides the row's name. */
export const adminListColumns = {
  people: {
    all: ['email', 'organization', 'joined', 'holds', 'next', 'seen', 'documents'],
    atFirst: ['email', 'organization', 'joined', 'holds', 'next'],
  },
  documents: {
    all: ['owner', 'kind', 'fund', 'category', 'views', 'added'],
    atFirst: ['owner', 'kind', 'added'],
  },
} as const

export type AdminList = keyof typeof adminListColumns
export type ListColumn<List extends AdminList = AdminList> = (typeof adminListColumns)[List]['all'][number]

/** @returns the list of that name, if its columns are selectable */
export function adminListNamed(name: string): AdminList | undefined {
  return Object.hasOwn(adminListColumns, name) ? (name as AdminList) : undefined
}
