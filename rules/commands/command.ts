import type { Field } from './fields.ts'

/*
 * A command is something a person does: record a payment, invite a delegate. It is described once, in a module that browser
 * and server share. The form, the parsing and limits on both sides, the transaction, the list of operations, the log's words
 * and the messages follow from the description. docs/add-a-command.md walks through one.
 */

/** Who may give a command. The operation asks the database again. */
export type Giver = 'administrator' | 'signed in'

/** Why a command is refused: a sentence above its button, or one at a field. */
export type Refusals<Code extends string, Name extends string> = Readonly<
  Record<Code, string | readonly [field: Name, sentence: string]>
>

export interface Command<
  Fields extends Readonly<Record<string, Field>> = Readonly<Record<string, Field>>,
  Code extends string = string,
  Action extends string = string,
> {
  /** Noun and verb, such as 'payment.record'. Its form names it, and an approval keeps it. */
  name: string
  by: Giver
  /** What it is about, where its address names that: 'note'. */
  about?: string
  /** Nothing happens until a second person approves. */
  takesTwo?: true
  fields: Fields
  /** Why it is refused, by code, but for what its fields don't accept. */
  refusals: Refusals<Code, Extract<keyof Fields, string>>
  /** What its button says, and while it is sent. */
  button: string
  busy: string
  /** What is true once it has succeeded. */
  notice: string
  /** Its answer is nowhere else to be seen: the page shows it after success even without scripts. */
  isShownOnce?: true
  /** The message for a fault. */
  failed: `${string} ${string}`
  /** The entries of the log that it writes, in words. */
  log?: Readonly<Record<Action, string>>
}

/** What a command's fields come to. */
export type ValuesOf<C extends Command> = {
  [Name in keyof C['fields']]: C['fields'][Name] extends Field<infer Value> ? Value : never
}

/** The codes that a command may be refused with, those of its fields included. */
export type CodeOf<C extends Command> =
  | Extract<keyof C['refusals'], string>
  | {
      [Name in keyof C['fields']]: C['fields'][Name] extends Field<unknown, infer Code> ? Code : never
    }[keyof C['fields']]

export type ActionOf<C extends Command> = Extract<keyof NonNullable<C['log']>, string>

/** Describes a command. What its refusals name are fields of its own. */
export function defineCommand<const C extends Command>(
  command: C & { refusals: Refusals<string, Extract<keyof C['fields'], string>> },
): C {
  return command
}

/** A field's code for what it doesn't accept, by the field. */
export type Problems = Readonly<Record<string, string>>

/** @returns what a form's fields come to, or what is wrong with them. What is no field of the command is left out */
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

/** @returns the field that a refusal is about; undefined where it is about none */
export function fieldOf({ fields, refusals }: Command, code: string): string | undefined {
  const refusal = refusals[code]
  if (refusal) return typeof refusal === 'string' ? undefined : refusal[0]
  return Object.entries(fields).find(([, field]) => Object.hasOwn(field.refusal, code))?.[0]
}

/** @returns the words of the log of several commands, by action */
export function wordsOf<C extends Command>(commands: readonly C[]): Record<C extends C ? ActionOf<C> : never, string> {
  return Object.assign({}, ...commands.map(({ log }) => log))
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
