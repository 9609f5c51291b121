import type { LedgerKind } from '../../app/notes/note-records.ts'
import type { Field } from './fields.ts'

/*
 * A command is something a person does: record a payment, invite a delegate. It is described once, in a module that
 * browser and server share. The form, the parsing and limits on both sides, the transaction, the list of operations,
 * the log's words and the messages follow from the description. docs/add-a-command.md walks through one.
 */

/** Who may give a command. The operation checks it in the database again. */
export type Giver = 'administrator' | 'signed in' | 'visitor'

/** Why a command is refused: a sentence above its button, or one at a field. */
export type Refusals<Code extends string, Name extends string> = Readonly<
  Record<Code, string | readonly [field: Name, sentence: string]>
>

export interface Command<
  Fields extends Readonly<Record<string, Field>> = Readonly<Record<string, Field>>,
  Code extends string = string,
  Action extends string = string,
> {
  /** Noun and verb, such as 'payment.record'. Its form names it, and approvals store it. */
  name: string
  by: Giver
  /** Its subject, if named by the address: 'note'. */
  about?: string
  /** Nothing happens until a second person approves. */
  takesTwo?: true
  /** Kinds of ledger entries that may rest on its approval. */
  books?: readonly LedgerKind[]
  fields: Fields
  /** Refusals by code, except those of invalid fields. */
  refusals: Refusals<Code, Extract<keyof Fields, string>>
  /** Refusals of functions that it shares with other commands (`shared-refusals.ts`): their sentences, above its button. */
  shared?: readonly Code[]
  /** Label of its button, and while it is sent. */
  button: string
  busy: string
  /** Message after success. */
  notice: string
  /** The result isn't shown anywhere else: the page shows it after success even without scripts. */
  isShownOnce?: true
  /** The message for a fault. */
  failed: `${string} ${string}`
  /** Words of its audit entries. */
  log?: Readonly<Record<Action, string>>
  /** Actions of further entries, the words of which another command has. */
  sharedLog?: readonly Action[]
}

/** Parsed values of a command's fields. */
export type ValuesOf<C extends Command> = {
  [Name in keyof C['fields']]: C['fields'][Name] extends Field<infer Value> ? Value : never
}

/** Codes of a command's refusals, including those of its fields. */
export type CodeOf<C extends Command> =
  | Extract<keyof C['refusals'], string>
  | (C extends { shared: readonly (infer Code extends string)[] } ? Code : never)
  | {
      [Name in keyof C['fields']]: C['fields'][Name] extends Field<unknown, infer Code> ? Code : never
    }[keyof C['fields']]

export type ActionOf<C extends Command> =
  | Extract<keyof NonNullable<C['log']>, string>
  | (C extends { sharedLog: readonly (infer Action extends string)[] } ? Action : never)

/** Describes a command. Refusals may only name its own fields. */
export function defineCommand<const C extends Command>(
  command: C & { refusals: Refusals<string, Extract<keyof C['fields'], string>> },
): C {
  return command
}

/** Codes of invalid fields, by field. */
export type Problems = Readonly<Record<string, string>>

/** @returns the parsed values of a form's fields, or their problems. Unknown fields are ignored */
export function parseFields<C extends Command>(command: C, typed: Readonly<Record<string, unknown>>) {
  const values: Record<string, unknown> = {}
  const problems: Record<string, string> = {}
  for (const [name, field] of Object.entries(command.fields)) {
    values[name] = field.parse(typed[name])
    if (values[name] === undefined)
      problems[name] = field.problemOf?.(typed[name]) ?? Object.keys(field.refusal)[0] ?? ''
  }
  return { values: values as ValuesOf<C>, problems: problems as Problems }
}

/** @returns the field that a refusal is about, if any */
export function fieldOf({ fields, refusals }: Command, code: string): string | undefined {
  const refusal = refusals[code]
  if (refusal) return typeof refusal === 'string' ? undefined : refusal[0]
  return Object.entries(fields).find(([, field]) => Object.hasOwn(field.refusal, code))?.[0]
}

/**
 * @param messages of a capability, by code
 * @param at the field that each is about, or null
 * @returns refusals with their sentences
 */
export function refusalsFrom<
  const Messages extends Readonly<Record<string, string>>,
  const At extends { readonly [Code in keyof Messages]?: string | null },
>(messages: Messages, at: At): { readonly [Code in keyof At]: string | readonly [NonNullable<At[Code]>, string] } {
  const refusals = Object.entries(at).map(([code, field]) => {
    const sentence = messages[code] ?? ''
    return [code, field ? [field, sentence] : sentence]
  })
  return Object.fromEntries(refusals)
}
