import {
  codeAttemptsPerPerson,
  codeResendInterval,
  codesPerAddress,
  codesPerClient,
  codesToNewAddress,
  codeWindow,
  leadDay,
  newAddressesOfGuests,
  newAddressesPerPerson,
} from '../../rules/limits.ts'
import type { Actor } from '../access/actor.ts'
import type { Client } from '../access/client.ts'
import {
  clearRateLimit,
  consumeRateLimit,
  enforceNetworkLimit,
  enforceRateLimit,
  returnRateLimitUse,
} from '../access/rate-limit.ts'

/**
 * For requests of nobody yet. What somebody signed in requests counts for them alone: others in their network could use up what it has.
 * @throws PortalError RATE_LIMIT where a client has requested too many codes, for whatever address
 */
export async function enforceCodesPerClient({ ip }: Client): Promise<void> {
  await enforceNetworkLimit('codes-from', ip, { most: codesPerClient, window: codeWindow })
}

/**
 * Counts a code for a person's own address: they show that they read its mail. Nobody else can use up what they have.
 * @param of whose, such as `person 123` or `change 123`
 * @throws PortalError RATE_LIMIT
 */
export async function enforceOwnCodeLimit(of: string): Promise<void> {
  await consumeRateLimit(justSent(of), 1, codeResendInterval)
  await consumeRateLimit(codesFor(of), codesPerAddress, codeWindow)
}

/**
 * Counts a code for an address that somebody says is theirs: the person who reads its mail may never have asked for it. Accounts
 * cost nothing, so guests share what may be sent there, and how many addresses they may name.
 * @throws PortalError RATE_LIMIT; GUESTS_BUSY
 */
export async function enforceNewAddressLimit(actor: Actor, email: string): Promise<void> {
  const of = newAddress(actor, email)
  await consumeRateLimit(`new-addresses-of:${actor.id}`, newAddressesPerPerson, codeWindow)
  if (actor.isGuest)
    await enforceRateLimit('new addresses of guests', {
      most: newAddressesOfGuests,
      window: codeWindow,
      code: 'GUESTS_BUSY',
    })
  await consumeRateLimit(justSent(of), 1, codeResendInterval)
  await consumeRateLimit(codesFor(of), codesToNewAddress, leadDay)
}

/** What counts the codes to a new address. */
export const newAddress = ({ id, isGuest }: Actor, email: string) =>
  `new address ${email} of ${isGuest ? 'a guest' : id}`

/** Takes back the last code, which could not be sent. The client's still counts. */
export async function returnCodeRequest(of: string): Promise<void> {
  await returnRateLimitUse(justSent(of))
  await returnRateLimitUse(codesFor(of))
}

/** Ends the minute between codes once the last one was used: it counts from a code that wasn't. */
export async function endResendInterval(of: string): Promise<void> {
  await clearRateLimit(justSent(of))
}

const justSent = (of: string) => `code just sent to ${of}`
const codesFor = (of: string) => `codes for ${of}`

/**
 * Counts an attempt at a code of a change of address, for the person: nobody else in their network can use these up. Each code has
 * five of its own.
 * @throws PortalError RATE_LIMIT
 */
export async function enforceCodeAttemptLimit({ id }: Actor): Promise<void> {
  await consumeRateLimit(`tries of person ${id}`, codeAttemptsPerPerson, codeWindow)
}
