import { loadList, showList } from '../../list-page.tsx'
import { SystemPage } from './system-page.tsx'

/** Loads how the site's data is kept. */
export const loader = loadList({
  read: async ({ actor, operations }) => ({ state: await operations.getSystemState(actor) }),
  none: { state: undefined },
  failed: 'LOAD_SYSTEM_FAILED',
})

/** Backups, files, jobs and versions. */
export default showList<typeof loader>(SystemPage)
