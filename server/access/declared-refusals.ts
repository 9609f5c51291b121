import type { Command } from '../../rules/commands/command.ts'
import { approvalRefusals } from '../../rules/shared-refusals.ts'
import { log } from '../platform/log.ts'
import { PortalError } from '../platform/portal-error.ts'

/** Refusals of the site as a whole: missing rights, limits, missing subjects, and outages. */
const general = [
  ...(['FORBIDDEN', 'NOT_FOUND', 'DOCUMENT_GONE', 'NO_SESSION', 'PROOF_NEEDED', 'RATE_LIMIT'] as const),
  ...(['TOO_MANY_CHANGES', 'GUESTS_BUSY', 'UNEXPECTED', 'AWAY', 'COLLIDED', 'PAYMENT_WORDS'] as const),
]
export type GeneralCode = (typeof general)[number]

/** @returns whether a command declares a refusal, itself or by its kind */
export function isDeclared({ fields, refusals, shared = [], takesTwo }: Command, code: string): boolean {
  return (
    (general as string[]).includes(code) ||
    (takesTwo === true && (approvalRefusals as readonly string[]).includes(code)) ||
    Object.hasOwn(refusals, code) ||
    shared.includes(code) ||
    Object.values(fields).some(({ refusal }) => Object.hasOwn(refusal, code))
  )
}

/** A refusal that no command declares comes from a function that several share. The person still gets it; tests fail on it. */
export const undeclared = {
  report(command: string, { code }: PortalError): void {
    log.warn('a command refused for a reason that it does not declare', { command, code })
  },
}

/** Refusals that were compared already, or aren't this command's: an approval passes on those of what it approves. */
const compared = new WeakSet<PortalError>()

/** @returns the same; the command around it doesn't declare its refusals */
export function passOn<Result>(work: Promise<Result>): Promise<Result> {
  return work.catch(error => {
    if (error instanceof PortalError) compared.add(error)
    throw error
  })
}

/** @returns the same; a refusal is compared with those that the command declares */
export function declared<Result>(command: Command, work: Promise<Result>): Promise<Result> {
  const reported = work.catch(error => {
    const isNew = error instanceof PortalError && !compared.has(error)
    if (isNew && !isDeclared(command, error.code)) undeclared.report(command.name, error)
    throw error
  })
  return passOn(reported)
}
