import {
  codeAttemptsPerAddress,
  codeAttemptsPerClient,
  codeResendInterval,
  codesPerAddress,
  codesPerClient,
  codeWindow,
} from '../../rules/limits.ts'
import type { Client } from '../access/client.ts'
import { clearRateLimit, consumeRateLimit, enforceNetworkLimit, returnRateLimitUse } from '../access/rate-limit.ts'

/** @throws PortalError RATE_LIMIT where a client has requested too many codes, for whatever address */
export async function enforceCodesPerClient({ ip }: Client): Promise<void> {
  await enforceNetworkLimit('codes-from', ip, { most: codesPerClient, window: codeWindow })
}

/** @throws PortalError RATE_LIMIT where a client or an address has requested too many codes */
export async function enforceCodeRequestLimit(client: Client, email: string): Promise<void> {
  await enforceCodesPerClient(client)
  await consumeRateLimit(justSent(email), 1, codeResendInterval)
  await consumeRateLimit(`codes-to:${email}`, codesPerAddress, codeWindow)
}

/** Takes back the last of an address's requests, whose code could not be sent. The client's still counts. */
export async function returnCodeRequest(email: string): Promise<void> {
  await returnRateLimitUse(justSent(email))
  await returnRateLimitUse(`codes-to:${email}`)
}

/** Ends the minute between codes once the last one was used: it counts from a code that wasn't. */
export async function endResendInterval(email: string): Promise<void> {
  await clearRateLimit(justSent(email))
}

function justSent(email: string): string {
  return `code-just-sent-to:${email}`
}

/** @throws PortalError RATE_LIMIT where there were too many attempts from a client or for an address */
export async function enforceCodeAttemptLimit(client: Client, email: string): Promise<void> {
  await enforceNetworkLimit('tries-from', client.ip, { most: codeAttemptsPerClient, window: codeWindow })
  await consumeRateLimit(`tries-for:${email}`, codeAttemptsPerAddress, codeWindow)
}
