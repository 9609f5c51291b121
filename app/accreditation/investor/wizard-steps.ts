import { href } from 'react-router'
import { withQuery } from '../../../rules/url.ts'
import { accreditationSteps, canTake } from '../../../rules/workflows.ts'
import type { OwnVerification } from '../server/own-accreditation.ts'

/** The screens of the wizard, in order. */
export const wizardSteps = ['who', 'how', 'send'] as const
export type WizardStep = (typeof wizardSteps)[number]

/** Short, to fit beside each other on a phone. */
export const stepNames: Record<WizardStep, string> = { who: 'Who', how: 'How', send: 'Send' }

/** Where the reader is, of what a verification takes. */
export interface RequestedStep {
  /** As the address says; null where it says nothing. */
  requested: string | null
  /** What a note is renewed for in cents, where that is why the reader comes. */
  renewalCents: bigint | undefined
  /** The investment that it is for, where that is why. */
  subscription: string | null
}

/** @returns the address of a screen */
export function stepAddress(holder: string, step: WizardStep, subscription: string | null): string {
  return withQuery(href('/profile/accreditation'), { holder, step, subscription: subscription ?? undefined })
}

/**
 * @param verification that is shown, if there is one
 * @returns the screen to show: the first, until its answers are saved; afterward the requested one, else the last,
 *   where people return with what they have fetched in the meantime
 */
export function stepOf({ requested, renewalCents }: RequestedStep, verification: OwnVerification | null): WizardStep {
  if (!verification || !canTake(accreditationSteps.submit, verification.state)) return 'who'
  const known = wizardSteps.find(step => step === requested)
  return known ?? (renewalCents !== undefined && !verification.isRenewal ? 'who' : 'send')
}
