import { loadList, showList } from '../../shell/portal/list-page.tsx'
import { TodayPanel } from './today-panel.tsx'

/** Loads what is new and what is pending. */
export const loader = loadList({
  view: () => ({ loadedAt: new Date() }),
  read: async ({ actor, operations }) => ({ today: await operations.getToday(actor) }),
  none: { today: undefined },
  failed: 'LOAD_TODAY_FAILED',
})

/** The first page of Admin. */
export default showList<typeof loader>(TodayPanel)
