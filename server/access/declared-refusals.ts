import type { Command } from '../../rules/commands/command.ts'
import { approvalRefusals } from '../../rules/shared-refusals.ts'
import { log } from '../platform/log.ts'
import { PortalError } from '../platform/portal-error.ts'

/** Refusals of the site as a whole: missing rights, limits, missing subjects, and outages. */
const general = [
  ...(['FORBIDDEN', 'NOT_FOUND', 'DOCUMENT_GONE', 'NO_SESSION', 'PROOF_NEEDED', 'RATE_LIMIT'] as const),
  ...(['TOO_MANY_CHANGES', 'GUESTS_BUSY', 'UNEXPECTED', 'AWAY', 'COLLIDED'] as const),
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

/**
 * Handles a refusal that its command doesn't declare. It comes from a function that several commands share, and the
 * person still gets it, above the button. Tests fail on it.
 */
export const undeclared = {
  report(command: string, { code }: PortalError): void {
    log.warn('a command refused for a reason that it does not declare', { command, code })
  },
}

/**
 * Refusals that were compared already, or that a command passes on, such as an approval those of the approved command.
 */
const passedOn = new WeakSet<PortalError>()

/** @returns the same; why it is refused isn't the affair of the command around it, such as an approval */
export function passOn<Result>(work: Promise<Result>): Promise<Result> {
  return work.catch(error => {
    if (error instanceof PortalError) passedOn.add(error)
    throw error
  })
}

/** @returns the same, once it is known that the command declares why it is refused */
export function declared<Result>(command: Command, work: Promise<Result>): Promise<Result> {
  const compared = work.catch(error => {
    const isNew = error instanceof PortalError && !passedOn.has(error)
    if (isNew && !isDeclared(command, error.code)) undeclared.report(command.name, error)
    throw error
  })
  return passOn(compared)
}
