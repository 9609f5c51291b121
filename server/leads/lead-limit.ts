import { leadsPerAddress, leadsPerClient, leadWindow } from '../../rules/limits.ts'
import type { Client } from '../access/client.ts'
import { enforceRateLimit, networkOf } from '../access/rate-limit.ts'

const limit = { window: leadWindow, code: 'TOO_MANY_LEADS' } as const

/**
 * Limits messages and calls, by client and by the address entered, since mail goes there.
 * @throws PortalError TOO_MANY_LEADS
 */
export async function enforceLeadLimit(client: Pick<Client, 'ip'>, email: string): Promise<void> {
  await enforceRateLimit(`leads from ${networkOf(client.ip)}`, { ...limit, most: leadsPerClient })
  await enforceRateLimit(`leads by ${email.toLowerCase()}`, { ...limit, most: leadsPerAddress })
}
