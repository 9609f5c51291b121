import { loadList, showList } from '../../../list-page.tsx'
import { forecastFrom } from '../address.ts'
import { ForecastPage } from './forecast-page.tsx'

/** Loads what falls due of cash; the query says whether `by` week or by month. */
export const loader = loadList({
  view: forecastFrom,
  read: async ({ actor, operations }, asked) => ({ lines: await operations.getCashForecast(actor, asked) }),
  none: { lines: [] },
  failed: 'LOAD_REGISTER_FAILED',
})

/** How much cash the notes take, and when. */
export default showList<typeof loader>(ForecastPage)
