import type { MessageCode } from '../../rules/messages.ts'
import { PortalError } from '../platform/portal-error.ts'

/** @throws PortalError with what is wrong with a form's fields, if anything is */
export function assertValid(problems: Partial<Record<string, MessageCode>>): void {
  const [first] = Object.values(problems)
  if (first) throw new PortalError(first, { problems: problems as Record<string, MessageCode> })
}
