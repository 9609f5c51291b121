import {
  callsPerAddress,
  callsPerClient,
  leadAttemptsPerClient,
  leadDay,
  leadWindow,
  messagesPerAddress,
  messagesPerClient,
} from '../../../rules/limits.ts'
import type { Client } from '../../../server/access/client.ts'
import type { FormPurpose } from '../../../server/access/form-proof.ts'
import {
  enforceNetworkLimit,
  enforceRateLimit,
  networksAround,
  returnRateLimitUse,
} from '../../../server/access/rate-limit.ts'

const limits: Record<FormPurpose, { perClient: number; perAddress: number }> = {
  message: { perClient: messagesPerClient, perAddress: messagesPerAddress },
  call: { perClient: callsPerClient, perAddress: callsPerAddress },
}

/**
 * Creates a message or a call within the limits of a day, by client and by the address entered: mail goes there, and
 * calls take times from others. Only what is created counts, so a form that is sent again, or a time that was taken,
 * costs a visitor nothing. Attempts have an hourly limit of their own.
 * @param create says whether something new was created
 * @returns what `create` returns
 * @throws PortalError TOO_MANY_TODAY, TOO_MANY_LEADS, or what `create` throws
 */
export async function createLead<Result extends { created: boolean }>(
  purpose: FormPurpose,
  client: Pick<Client, 'ip'>,
  email: string,
  create: () => Promise<Result>,
): Promise<Result> {
  const attempts = { most: leadAttemptsPerClient, window: leadWindow, code: 'TOO_MANY_LEADS' } as const
  await enforceNetworkLimit('leads tried from', client.ip, attempts)
  const counted: string[] = []
  let created = false
  try {
    const { perClient, perAddress } = limits[purpose]
    for (const [what, most] of [
      ...networksAround(client.ip).map(
        ([network, share]) => [`${purpose}s from ${network}`, perClient * share] as const,
      ),
      [`${purpose}s by ${email.toLowerCase()}`, perAddress] as const,
    ]) {
      counted.push(what)
      await enforceRateLimit(what, { most, window: leadDay, code: 'TOO_MANY_TODAY' })
    }
    const result = await create()
    created = result.created
    return result
  } finally {
    if (!created) await Promise.all(counted.map(returnRateLimitUse))
  }
}
