import type { Command } from '../../../rules/commands/command.ts'
import type { Field } from '../../../rules/commands/fields.ts'

/** @returns what a person could type into a command's fields: each is accepted, and nothing it names is there */
export function typedInto({ fields }: Command): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, typedIntoField(field)]))
}

function typedIntoField({ control, attributes, options }: Field): string {
  if (options) return Object.keys(options)[0] ?? ''
  if (control === 'select') return '00000000-0000-4000-8000-000000000000'
  if (attributes.type === 'date') return '2026-01-02'
  if (attributes.inputMode === 'decimal') return '1'
  return attributes.type === 'hidden' ? '' : 'x'
}
