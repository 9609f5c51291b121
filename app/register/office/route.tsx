import { loadList, showList } from '../../shell/portal/list-page.tsx'
import { readAddress } from './address.ts'
import { RegisterPage } from './register-page.tsx'

/**
 * Loads one page of the register; the query has the day `on`, the search `q`, an `offering`, what to `show`, the `view`
 * and `page`, from 1.
 */
export const loader = loadList({
  view: readAddress,
  read: async ({ actor, operations }, address) => {
    const query = { ...address, page: address.page - 1 }
    if (address.view === 'notes') {
      const { notes, totals } = await operations.getRegister(actor, query)
      return { notes, groups: [], total: totals.notes, totals }
    }
    const by = address.view === 'holders' ? 'holder' : 'offering'
    return { notes: [], ...(await operations.getRegisterGroups(actor, by, query)) }
  },
  none: { notes: [], groups: [], total: 0, totals: undefined },
  failed: 'LOAD_REGISTER_FAILED',
})

/** The register of notes. */
export default showList<typeof loader>(RegisterPage)
