import { loadList, showList } from '../../list-page.tsx'
import { SystemPage } from './system-page.tsx'

export const loader = loadList({
  read: async ({ actor, operations }) => ({ state: await operations.getSystemState(actor) }),
  none: { state: undefined },
  failed: 'LOAD_SYSTEM_FAILED',
})

export default showList<typeof loader>(SystemPage)
