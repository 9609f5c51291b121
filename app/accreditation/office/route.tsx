import { loadList, showList } from '../../shell/portal/list-page.tsx'
import { AccreditationLists } from './accreditation-lists.tsx'

/**
 * Loads verifications to review, those that end soon, holders that no note can be sold to, and sales, for the binders.
 */
export const loader = loadList({
  read: async ({ actor, operations }) => {
    const [lists, sales] = await Promise.all([operations.getAccreditations(actor), operations.getSales(actor)])
    return { lists, sales }
  },
  none: { lists: undefined, sales: undefined },
  failed: 'LOAD_ACCREDITATION_FAILED',
})

/** The office's queue of accreditations, and the list of what ends. */
export default showList<typeof loader>(AccreditationLists)
