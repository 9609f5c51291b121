import type { MessageCode } from '../../../../../rules/messages.ts'
import { CommandField, useRefused } from '../../../../commands/command-field.tsx'

type Props = {
  name?: string
  label: string
  hint: string
  /** What the form is refused for without a reason. */
  of: MessageCode
}

/**
 * The reason for what a second person has to agree with: only once the form was refused for want of one. It may stay empty where
 * something else of the form is corrected.
 */
export function AskedReason({ name = 'reason', label, hint, of }: Props) {
  const { code, typed } = useRefused()
  return code === of || typed[name] ? <CommandField name={name} label={label} hint={hint} /> : null
}
