import { leadWindow, reportPageViewsPerClient } from '../../../rules/limits.ts'
import type { Client } from '../../../server/access/client.ts'
import { enforceNetworkLimit } from '../../../server/access/rate-limit.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'

/**
 * Finds the row of a mailed link's secret. Only unknown secrets count against the client's network: their recipient
 * gets the account back, whatever strangers in the same network do.
 */
export async function findBySecret<Row>(client: Client, find: () => Promise<Row | undefined>): Promise<Row> {
  const found = await find()
  if (found) return found
  await enforceNetworkLimit('address reports', client.ip, {
    most: reportPageViewsPerClient,
    window: leadWindow,
    code: 'TOO_MANY_LEADS',
  })
  throw new PortalError('REPORT_UNKNOWN')
}
