import { oneLine } from '../../rules/text.ts'

/** @returns the pattern with which `like` finds a text anywhere, as typed; without control characters, as in what is stored */
export function containing(text: string): string {
  return `%${oneLine(text).replaceAll(/[\\%_]/g, '\\$&')}%`
}
