/** The administrators' lists whose columns can be chosen, with the columns each offers besides the row's name. */
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

/** @returns the list of that name; undefined where its columns can't be chosen */
export function adminListNamed(name: string): AdminList | undefined {
  return Object.hasOwn(adminListColumns, name) ? (name as AdminList) : undefined
}
