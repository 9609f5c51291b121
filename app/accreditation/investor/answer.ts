import type { CommandAnswer } from '../../shell/actions/answer.ts'
import { isAtField } from '../../shell/commands/command-fields.tsx'
import { saveAccreditationCommand } from '../own.commands.ts'
import type { WizardStep } from './wizard-steps.ts'

/** The answer to a form of the wizard. */
export interface WizardAnswer extends CommandAnswer {
  /** The screen that follows. */
  to?: WizardStep
}

/** @returns the answer, unless it is to a form of another screen, to which the reader has gone back or on */
export function answerOn(step: WizardStep, answer: WizardAnswer | undefined): WizardAnswer | undefined {
  if (answer?.command === undefined) return answer
  const isOfAnswers = answer.command === saveAccreditationCommand.name
  return step === (isOfAnswers ? (answer.typed?.to === 'how' ? 'who' : 'how') : 'send') ? answer : undefined
}

/** @returns whether a refusal is said at a field of the screen that is shown: the second one shows the method alone */
export function isAtFieldOf(step: WizardStep, answer: CommandAnswer | undefined): boolean {
  return answer !== undefined && isAtField(answer) && (step !== 'how' || answer.problems?.method !== undefined)
}
