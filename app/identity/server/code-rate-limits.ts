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
} from '../../../rules/limits.ts'
import type { Actor } from '../../../server/access/actor.ts'
import type { Client } from '../../../server/access/client.ts'
import {
  clearRateLimit,
  consumeRateLimit,
  enforceNetworkLimit,
  enforceRateLimit,
  returnRateLimitUse,
} from '../../../server/access/rate-limit.ts'

/**
 * For requests without a session. A signed-in person's requests count only for that person, since others in the network
 * could use up a shared limit.
 * @throws PortalError RATE_LIMIT if a client has requested too many codes, for any addresses
 */
export async function enforceCodesPerClient({ ip }: Client): Promise<void> {
  await enforceNetworkLimit('codes-from', ip, { most: codesPerClient, window: codeWindow })
}

/**
 * Counts a code for a person's own address, proven by reading its mail. No one else can use up this limit.
 * @param of owner of the limit, such as `person 123` or `change 123`
 */
export async function enforceOwnCodeLimit(of: string): Promise<void> {
  await consumeRateLimit(justSent(of), 1, codeResendInterval)
  await consumeRateLimit(codesFor(of), codesPerAddress, codeWindow)
}

/**
 * Counts a code for an unproven address; its owner may never have requested it. Accounts are free, so guests share a
 * limit of codes and of addresses.
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

/** Key of the limit for codes to a new address. */
export const newAddress = ({ id, isGuest }: Actor, email: string) =>
  `new address ${email} of ${isGuest ? 'a guest' : id}`

/** Reverts the count of the last code, which could not be sent. The client's still counts. */
export async function returnCodeRequest(of: string): Promise<void> {
  await returnRateLimitUse(justSent(of))
  await returnRateLimitUse(codesFor(of))
}

/** Ends the minute between codes once the last one was used: it only applies after unused codes. */
export async function endResendInterval(of: string): Promise<void> {
  await clearRateLimit(justSent(of))
}

const justSent = (of: string) => `code just sent to ${of}`
const codesFor = (of: string) => `codes for ${of}`

/**
 * Counts an attempt at a code of a change of address, per person, so that no one in the network can use up the limit.
 * Each code has five of its own.
 */
export async function enforceCodeAttemptLimit({ id }: Actor): Promise<void> {
  await consumeRateLimit(`tries of person ${id}`, codeAttemptsPerPerson, codeWindow)
}
