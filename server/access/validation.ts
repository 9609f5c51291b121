import type { MessageCode } from '../../rules/messages.ts'
import { PortalError } from '../platform/portal-error.ts'

/** @throws PortalError with the first of a form's problems, if there are any */
export function assertValid(problems: Partial<Record<string, MessageCode>>): void {
  const [first] = Object.values(problems)
  if (first) throw new PortalError(first)
}
